import { type ComponentType, lazy } from 'react'

export interface AppRoute {
  path: string
  /** Stands before the operator's name in the window's title. */
  title: string
  page: ComponentType
  /**
   * signed-out and always: without the frame; the former only before signing in. user: anybody who
   * is signed in. admin: staff alone.
   */
  access: 'signed-out' | 'user' | 'admin' | 'always'
}

/** Every screen. A menu shows an entry as soon as its path stands here. */
export const ROUTES: readonly AppRoute[] = [
  {
    path: '/login',
    title: 'Log in',
    access: 'signed-out',
    page: lazy(async () => ({ default: (await import('./pages/login.tsx')).LoginPage })),
  },
  {
    path: '/signup',
    title: 'Sign up',
    access: 'signed-out',
    page: lazy(async () => ({ default: (await import('./pages/signup.tsx')).SignUpPage })),
  },
  {
    path: '/',
    title: 'Home',
    access: 'user',
    page: lazy(async () => ({ default: (await import('./pages/home.tsx')).HomePage })),
  },
  {
    path: '/exchange',
    title: 'Exchange',
    access: 'user',
    page: lazy(async () => ({ default: (await import('./pages/exchange.tsx')).ExchangePage })),
  },
  {
    path: '/market',
    title: 'Markets',
    access: 'user',
    page: lazy(async () => ({ default: (await import('./pages/market.tsx')).MarketPage })),
  },
  {
    path: '/profile',
    title: 'Profile',
    access: 'user',
    page: lazy(async () => ({ default: (await import('./pages/profile.tsx')).ProfilePage })),
  },
  {
    path: '/admin/dashboard',
    title: 'Dashboard',
    access: 'admin',
    page: lazy(async () => ({
      default: (await import('./pages/admin/dashboard.tsx')).AdminDashboardPage,
    })),
  },
  {
    path: '/admin/users',
    title: 'Users',
    access: 'admin',
    page: lazy(async () => ({ default: (await import('./pages/admin/users.tsx')).AdminUsersPage })),
  },
  {
    path: '/admin/settings',
    title: 'Settings',
    access: 'admin',
    page: lazy(async () => ({
      default: (await import('./pages/admin/settings.tsx')).AdminSettingsPage,
    })),
  },
  ...galleryInDevelopment(),
]

export const NotFound = lazy(async () => ({
  default: (await import('./pages/not-found.tsx')).NotFoundPage,
}))

/** Each state of each component; left out of the build that people use. */
function galleryInDevelopment(): AppRoute[] {
  if (import.meta.env.MODE === 'production') return []
  const page = lazy(async () => ({ default: (await import('./pages/gallery.tsx')).GalleryPage }))
  return [{ path: '/gallery', title: 'Gallery', access: 'always', page }]
}
