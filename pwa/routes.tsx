import type { Permission } from '#shared/rules/permissions.ts'
import { type LazyPage, lazyPage } from './lazy-page.tsx'
import type { ScreenPath } from './screen-paths.ts'

export interface AppRoute {
  path: ScreenPath | PathWithParameter | '/gallery'
  /** Stands before the operator's name in the window's title. */
  title: string
  page: LazyPage
  /**
   * signed-out and always: without the frame; the former only before signing in. user: anybody who
   * is signed in. Else the permission that staff need to see it.
   */
  access: 'signed-out' | 'user' | 'always' | Permission
}

type PathWithParameter = `${string}/:${string}`

/** Every screen. A menu shows an entry as soon as its path stands here. */
export const ROUTES: readonly AppRoute[] = [
  {
    path: '/login',
    title: 'Log in',
    access: 'signed-out',
    page: lazyPage(async () => (await import('./pages/login.tsx')).LoginPage),
  },
  {
    path: '/signup',
    title: 'Sign up',
    access: 'signed-out',
    page: lazyPage(async () => (await import('./pages/signup.tsx')).SignUpPage),
  },
  {
    path: '/',
    title: 'Home',
    access: 'user',
    page: lazyPage(async () => (await import('./pages/home.tsx')).HomePage),
  },
  {
    path: '/about',
    title: 'About',
    access: 'user',
    page: lazyPage(async () => (await import('./pages/about.tsx')).AboutPage),
  },
  {
    path: '/exchange',
    title: 'Exchange',
    access: 'user',
    page: lazyPage(async () => (await import('./pages/exchange.tsx')).ExchangePage),
  },
  {
    path: '/futures',
    title: 'Futures',
    access: 'user',
    page: lazyPage(async () => (await import('./pages/futures.tsx')).FuturesPage),
  },
  {
    path: '/loan',
    title: 'Loan Application',
    access: 'user',
    page: lazyPage(async () => (await import('./pages/loan.tsx')).LoanPage),
  },
  {
    path: '/market',
    title: 'Markets',
    access: 'user',
    page: lazyPage(async () => (await import('./pages/market.tsx')).MarketPage),
  },
  {
    path: '/activity',
    title: 'Activity',
    access: 'user',
    page: lazyPage(async () => (await import('./pages/activity.tsx')).ActivityPage),
  },
  {
    path: '/support',
    title: 'Support',
    access: 'user',
    page: lazyPage(async () => (await import('./pages/support.tsx')).SupportPage),
  },
  {
    path: '/profile',
    title: 'Profile',
    access: 'user',
    page: lazyPage(async () => (await import('./pages/profile.tsx')).ProfilePage),
  },
  {
    path: '/admin/dashboard',
    title: 'Dashboard',
    access: 'dashboard.read',
    page: lazyPage(async () => (await import('./pages/admin/dashboard.tsx')).AdminDashboardPage),
  },
  {
    path: '/admin/users',
    title: 'Users',
    access: 'users.read',
    page: lazyPage(async () => (await import('./pages/admin/users.tsx')).AdminUsersPage),
  },
  {
    path: '/admin/users/:userId/activity',
    title: 'User’s activity',
    access: 'users.read',
    page: lazyPage(
      async () => (await import('./pages/admin/user-activity.tsx')).AdminUserActivityPage,
    ),
  },
  {
    path: '/admin/reviews',
    title: 'Review desk',
    access: 'reviews.read',
    page: lazyPage(async () => (await import('./pages/admin/reviews.tsx')).AdminReviewsPage),
  },
  {
    path: '/admin/loans',
    title: 'Loans',
    access: 'reviews.read',
    page: lazyPage(async () => (await import('./pages/admin/loans.tsx')).AdminLoansPage),
  },
  {
    path: '/admin/support',
    title: 'Admin Support',
    access: 'support.read',
    page: lazyPage(async () => (await import('./pages/admin/support.tsx')).AdminSupportPage),
  },
  {
    path: '/admin/audit',
    title: 'Audit',
    access: 'audit.read',
    page: lazyPage(async () => (await import('./pages/admin/audit.tsx')).AdminAuditPage),
  },
  {
    path: '/admin/reconciliation',
    title: 'Reconciliation',
    access: 'audit.read',
    page: lazyPage(
      async () => (await import('./pages/admin/reconciliation.tsx')).AdminReconciliationPage,
    ),
  },
  {
    path: '/admin/settings',
    title: 'Settings',
    access: 'addresses.read',
    page: lazyPage(async () => (await import('./pages/admin/settings.tsx')).AdminSettingsPage),
  },
  ...galleryInDevelopment(),
]

const NOT_FOUND = lazyPage(async () => (await import('./pages/not-found.tsx')).NotFoundPage)

export const NotFound = NOT_FOUND.Page

/** The code of the screen that stands at an address, as far as this person may see it. */
export async function preloadPage(path: string, isSignedIn: boolean): Promise<void> {
  const asked = ROUTES.find((route) => route.path === path)
  const isOpen =
    asked && (asked.access === 'always' || isSignedIn !== (asked.access === 'signed-out'))
  const landing = ROUTES.find((route) => route.path === (isSignedIn ? '/' : '/login'))
  await (isOpen ? asked : landing)?.page.preload()
}

/** Each state of each component; left out of the build that people use. */
function galleryInDevelopment(): AppRoute[] {
  if (import.meta.env.MODE === 'production') return []
  const page = lazyPage(async () => (await import('./gallery/gallery-page.tsx')).GalleryPage)
  return [{ path: '/gallery', title: 'Gallery', access: 'always', page }]
}
