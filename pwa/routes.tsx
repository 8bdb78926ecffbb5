import { FEATURES } from '#pwa/features/index.ts'
import { isPermission } from '#shared/rules/permissions.ts'
import { type Screen, screensOf } from './feature.ts'
import { type LazyView, lazyView } from './loading/lazy-view.tsx'

export type AppRoute = Omit<Screen, 'page'> & { readonly page: LazyView }

/** Every screen that a feature declares. */
export const ROUTES: readonly AppRoute[] = [...screensOf(FEATURES), ...galleryInDevelopment()].map(
  (screen) => ({ ...screen, page: lazyView(screen.page) }),
)

export const NotFound = lazyView(
  async () => (await import('./pages/not-found.tsx')).NotFoundPage,
).View

/** Around the screens of staff: customers never load it. */
export const AdminFrame = lazyView(async () => (await import('./shell/admin-frame.tsx')).AdminFrame)

/** Loads the code of the screen at an address, as far as this user may see it. */
export async function preloadPage(path: string, isSignedIn: boolean): Promise<void> {
  const asked = ROUTES.find((route) => route.path === path)
  const isOpen =
    asked && (asked.access === 'always' || isSignedIn !== (asked.access === 'signed-out'))
  const landing = ROUTES.find((route) => route.path === (isSignedIn ? '/' : '/login'))
  const shown = isOpen ? asked : landing
  const isAdmin = shown && isPermission(shown.access)
  await Promise.all([shown?.page.preload(), isAdmin && AdminFrame.preload()])
}

/** Each state of each component; not part of the production build. */
function galleryInDevelopment(): Screen[] {
  if (import.meta.env.MODE === 'production') return []
  const page = async () => (await import('./gallery/gallery-page.tsx')).GalleryPage
  return [{ path: '/gallery', title: 'Gallery', access: 'always', page }]
}
