import {
  ChartCandlestick,
  ChartNoAxesColumn,
  HandCoins,
  House,
  Inbox,
  Info,
  LayoutDashboard,
  LifeBuoy,
  type LucideIcon,
  Scale,
  ScrollText,
  Settings,
  Timer,
  UserRound,
  Users,
} from 'lucide-react'

export interface NavEntry {
  to: string
  label: string
  icon: LucideIcon
}

const BOTTOM_BAR: readonly NavEntry[] = [
  { to: '/', label: 'Home', icon: House },
  { to: '/market', label: 'Markets', icon: ChartNoAxesColumn },
  { to: '/exchange', label: 'Exchange', icon: ChartCandlestick },
  { to: '/futures', label: 'Futures', icon: Timer },
  { to: '/support', label: 'Support', icon: LifeBuoy },
  { to: '/profile', label: 'Profile', icon: UserRound },
]

const TOP_MENU: readonly NavEntry[] = [
  { to: '/', label: 'Home', icon: House },
  { to: '/about', label: 'About', icon: Info },
  { to: '/market', label: 'Markets', icon: ChartNoAxesColumn },
  { to: '/exchange', label: 'Exchange', icon: ChartCandlestick },
  { to: '/futures', label: 'Trading', icon: Timer },
  { to: '/support', label: 'Support', icon: LifeBuoy },
  { to: '/profile', label: 'Profile', icon: UserRound },
]

const ADMIN_MENU: readonly NavEntry[] = [
  { to: '/admin/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/admin/reviews', label: 'Review desk', icon: Inbox },
  { to: '/admin/users', label: 'Users', icon: Users },
  { to: '/admin/loans', label: 'Loans', icon: HandCoins },
  { to: '/admin/support', label: 'Support', icon: LifeBuoy },
  { to: '/admin/audit', label: 'Audit', icon: ScrollText },
  { to: '/admin/reconciliation', label: 'Reconciliation', icon: Scale },
  { to: '/admin/settings', label: 'Settings', icon: Settings },
]

const ADMIN = '/admin/dashboard'

export interface Navigation {
  bottomBar: readonly NavEntry[]
  topMenu: readonly NavEntry[]
  adminMenu: readonly NavEntry[]
}

/** What this person may go to: entries whose page exists, staff's alone for staff. */
export function navigationFor(paths: readonly string[], isAdmin: boolean): Navigation {
  const exists = (entry: NavEntry) => paths.includes(entry.to)
  const admin = (label: string) => (isAdmin ? [{ to: ADMIN, label, icon: LayoutDashboard }] : [])
  return {
    bottomBar: [...BOTTOM_BAR, ...admin('Admin')].filter(exists),
    topMenu: [...TOP_MENU, ...admin('Dashboard')].filter(exists),
    adminMenu: isAdmin ? ADMIN_MENU.filter(exists) : [],
  }
}

/** Whether an entry is the place where the person is; every admin page belongs to one entry. */
export function isActive(to: string, pathname: string): boolean {
  return to === ADMIN ? pathname.startsWith('/admin') : pathname === to
}
