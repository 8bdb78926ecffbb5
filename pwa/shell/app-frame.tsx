import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { latePart } from '#pwa/loading/late-part.tsx'
import { recallDockHeight } from '#pwa/stores/dock-height.ts'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { t } from '#shared/text/t.ts'
import { BottomBar } from './bottom-bar.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import type { Navigation } from './navigation.ts'
import { PageBoundary } from './page-boundary.tsx'
import { TopBar } from './top-bar.tsx'

// It asks the server: that waits until after the first paint.
const TradeDock = latePart(
  async () => (await import('#pwa/features/futures/trade-dock.tsx')).TradeDock,
)

const UserNotices = latePart(async () => (await import('./user-notices.tsx')).UserNotices)

/** The frame around every page of a signed-in user. */
export function AppFrame({ navigation }: { navigation: Navigation }) {
  const { pathname } = useLocation()
  useLayoutEffect(recallDockHeight, [])
  const isOfStaff = pathname.startsWith('/admin/')
  return (
    // Known before the code of the back office, so that its pages start at their width.
    <div
      data-wide={isOfStaff ? '' : undefined}
      className="flex min-h-dvh flex-col pb-[calc(1rem+var(--bottom-edge)+var(--in-front))] md:pb-(--in-front)"
    >
      <a href={isOfStaff ? '#page' : '#content'} className="skip-link">
        {t('Skip to content')}
      </a>
      <TopBar entries={navigation.topMenu} />
      <ConnectionBar />
      <UserNotices />
      <Content>
        <PageBoundary key={pathname}>
          <Suspense fallback={<PageLoading />}>
            <Outlet />
          </Suspense>
        </PageBoundary>
      </Content>
      <BottomBar entries={navigation.bottomBar} />
      <TradeDock />
    </div>
  )
}

/** Moves the focus and the view to the top of a page that was just opened. */
function Content({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <main
      ref={main}
      id="content"
      tabIndex={-1}
      className="mx-auto w-full max-w-(--page-width) flex-1 p-4 focus:outline-none md:px-6 md:py-8"
    >
      {children}
    </main>
  )
}

/** The placeholder while a page's code loads: a title, and a card of the usual height. */
function PageLoading() {
  return (
    <div role="status" aria-label={t('Loading')} className="flex min-h-[70dvh] flex-col gap-4">
      <Skeleton className="h-8 w-40" />
      <Skeleton className="h-40 w-full rounded-lg" />
      <Skeleton className="h-64 w-full rounded-lg" />
    </div>
  )
}
