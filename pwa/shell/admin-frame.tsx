import { Suspense, useEffect, useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router-dom'
import { StaffSearch } from '#pwa/features/staff-search/staff-search.tsx'
import { useSession } from '#pwa/hooks/use-session.ts'
import { latePart } from '#pwa/loading/late-part.tsx'
import { WaitingCount, WaitingMenu } from '#pwa/reviews/waiting/waiting-menu.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { keepInStrip } from '#pwa/ui/show-in-strip.ts'
import { t } from '#shared/text/t.ts'
import type { AdminEntry } from './navigation.ts'
import { STAFF_ICONS } from './staff-icons.ts'

// It sends a request, and no request may delay the first paint.
const LedgerAlarm = latePart(
  async () => (await import('#pwa/features/reconciliation/ledger-alarm.tsx')).LedgerAlarm,
)

/**
 * The back office: a sidebar on a desktop, links above the page on smaller screens. A tablet shows
 * all of them, in two lines and without their icons; a phone has a strip that scrolls.
 */
export function AdminFrame({ entries }: { entries: readonly AdminEntry[] }) {
  const { pathname } = useLocation()
  const { may } = useSession()
  const pages = entries.map(({ icon, ...entry }) => ({
    ...entry,
    icon: typeof icon === 'string' ? STAFF_ICONS[icon] : icon,
  }))
  const page = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    // Runs after the outer frame, which moves the focus in front of the menu.
    const timer = setTimeout(() => {
      if (document.activeElement?.id === 'content') page.current?.focus({ preventScroll: true })
    })
    return () => clearTimeout(timer)
  }, [pathname])
  return (
    <div className="flex flex-col gap-4 xl:flex-row xl:gap-8">
      <nav aria-label={t('Back office')} className="xl:w-52 xl:shrink-0">
        <div className="xl:sticky xl:top-24">
          <div className="flex gap-2 xl:flex-col xl:gap-3">
            <StaffSearch pages={pages} />
            {/* Relative, so that texts for screen readers scroll with it. */}
            <ul
              data-strip=""
              className="no-scrollbar relative -me-4 flex min-w-0 gap-1 overflow-x-auto pe-4 md:me-0 md:flex-wrap md:overflow-visible md:pe-0 xl:flex-col"
            >
              {pages.map(({ to, label, icon: Icon }) => {
                const active = pathname === to || pathname.startsWith(`${to}/`)
                return (
                  <li key={to} className="shrink-0">
                    <Link
                      ref={active ? keepInStrip : undefined}
                      to={to}
                      aria-current={active ? 'page' : undefined}
                      className={classNames(
                        // Texts for screen readers would widen the page outside of the strip.
                        'relative flex h-11 items-center gap-3 rounded-md px-3 font-medium text-sm transition-colors md:max-xl:px-2 hover:text-fg focus-visible:outline-offset-[-2px]',
                        active ? 'bg-surface-2 text-fg' : 'text-fg-2',
                      )}
                    >
                      <Icon
                        aria-hidden="true"
                        className={classNames('size-5 md:max-xl:hidden', active && 'text-accent')}
                      />
                      {label}
                      <WaitingCount to={to} />
                    </Link>
                  </li>
                )
              })}
            </ul>
          </div>
          <div className="max-xl:hidden">
            <Suspense>
              <WaitingMenu />
            </Suspense>
          </div>
        </div>
      </nav>
      {/* Behind the menu: the link that skips to the content leads here, and so does a new page. */}
      <div ref={page} id="page" tabIndex={-1} className="min-w-0 flex-1 focus:outline-none">
        {may('audit.read') && <LedgerAlarm />}
        <Outlet />
      </div>
    </div>
  )
}
