import { Link, useLocation } from 'react-router-dom'
import { latePart } from '#pwa/loading/late-part.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { operator } from '#shared/operator/company.ts'
import { t } from '#shared/text/t.ts'
import { isActive, type NavEntry } from './navigation.ts'

// It sends requests, which wait until after the first paint.
const TopBarEnd = latePart(async () => (await import('./top-bar-end.tsx')).TopBarEnd)

/** Logo and badge at every width; the menu from medium widths up, where there is no bottom bar. */
export function TopBar({ entries }: { entries: readonly NavEntry[] }) {
  const { pathname } = useLocation()
  return (
    <header className="@container sticky top-0 z-30 mb-(--in-front-above) border-line border-b bg-bg short:static">
      <div className="mx-auto flex min-h-14 max-w-(--page-width) items-center gap-2 px-4 lg:gap-6 md:min-h-16 md:px-6">
        <Link
          to="/"
          className="flex min-h-11 shrink-0 items-center gap-2.5 font-bold text-base text-fg tracking-tight"
        >
          <img src="/icons/icon.svg" alt="" width="28" height="28" className="size-7" />
          <span className="@max-[17rem]:sr-only md:max-[54rem]:sr-only">{operator.name}</span>
        </Link>
        <nav
          aria-label={t('Main menu')}
          data-strip=""
          className="no-scrollbar hidden min-w-0 flex-auto overflow-x-auto pe-1 md:block"
        >
          <ul className="flex gap-0.5 lg:gap-1">
            {entries.map(({ to, label }) => {
              const active = isActive(to, pathname)
              return (
                <li key={to}>
                  <Link
                    to={to}
                    aria-current={active ? 'page' : undefined}
                    className={classNames(
                      'flex h-11 items-center whitespace-nowrap rounded-md px-1 font-medium text-sm lg:px-3 transition-colors hover:text-fg',
                      active ? 'bg-surface-2 text-fg' : 'text-fg-2',
                    )}
                  >
                    {label}
                  </Link>
                </li>
              )
            })}
          </ul>
        </nav>
        <span className="top-bar-end">
          <TopBarEnd fallback={<span className="h-11 w-24" />} />
        </span>
      </div>
    </header>
  )
}
