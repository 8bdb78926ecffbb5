import { LayoutDashboard, type LucideIcon } from 'lucide-react'
import { inOrder, type Screen } from '#pwa/feature.ts'
import { t, translated } from '#shared/text/t.ts'
import type { StaffIcon } from './staff-icons.ts'

export interface NavEntry {
  to: string
  label: string
  icon: LucideIcon
}

export interface AdminEntry extends Omit<NavEntry, 'icon'> {
  icon: LucideIcon | StaffIcon
}

const ADMIN = '/admin/dashboard'

export interface Navigation {
  bottomBar: readonly NavEntry[]
  topMenu: readonly NavEntry[]
  adminMenu: readonly AdminEntry[]
}

/** The menus of a user who may open these screens. Source: docs/product.md, Screens and navigation */
export function navigationFor(open: readonly Omit<Screen, 'page'>[], isStaff: boolean): Navigation {
  const entries = (menu: 'bottomBar' | 'topMenu' | 'adminMenu'): AdminEntry[] =>
    inOrder(open, (screen) => screen.menu?.[menu]).map(({ path, title, menu: entry }) => {
      const label = translated(entry?.label ?? title)
      const topLabel = menu === 'topMenu' ? entry?.topLabel : undefined
      return {
        to: path,
        label: topLabel ? translated(topLabel) : label,
        icon: entry?.icon ?? LayoutDashboard,
      }
    })
  const mayAdmin = isStaff && open.some(({ path }) => path === ADMIN)
  const admin = (label: string) => (mayAdmin ? [{ to: ADMIN, label, icon: LayoutDashboard }] : [])
  return {
    bottomBar: [...entries('bottomBar').filter(hasIcon), ...admin(t('Admin'))],
    topMenu: [...entries('topMenu').filter(hasIcon), ...admin(t('Dashboard'))],
    adminMenu: isStaff ? entries('adminMenu') : [],
  }
}

function hasIcon(entry: AdminEntry): entry is NavEntry {
  return typeof entry.icon !== 'string'
}

/** Whether an entry is the page being shown; every admin page belongs to one entry. */
export function isActive(to: string, pathname: string): boolean {
  return to === ADMIN ? pathname.startsWith('/admin') : pathname === to
}
