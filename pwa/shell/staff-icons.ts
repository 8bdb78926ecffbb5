import {
  HandCoins,
  Inbox,
  Landmark,
  ListTree,
  type LucideIcon,
  Scale,
  ScrollText,
  Settings,
  Users,
} from 'lucide-react'

/** The icons of the back office by name: customers do not load them. */
export const STAFF_ICONS = {
  'hand-coins': HandCoins,
  inbox: Inbox,
  landmark: Landmark,
  'list-tree': ListTree,
  scale: Scale,
  'scroll-text': ScrollText,
  settings: Settings,
  users: Users,
} satisfies Readonly<Record<string, LucideIcon>>

export type StaffIcon = keyof typeof STAFF_ICONS
