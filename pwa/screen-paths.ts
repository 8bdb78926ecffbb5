/** The address of every screen that has one address: what a device can be opened at. */
export const SCREEN_PATHS = [
  '/login',
  '/signup',
  '/',
  '/about',
  '/exchange',
  '/futures',
  '/loan',
  '/market',
  '/activity',
  '/support',
  '/profile',
  '/admin/dashboard',
  '/admin/users',
  '/admin/reviews',
  '/admin/loans',
  '/admin/support',
  '/admin/audit',
  '/admin/reconciliation',
  '/admin/settings',
] as const

export type ScreenPath = (typeof SCREEN_PATHS)[number]
