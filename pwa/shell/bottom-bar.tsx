import { Link, useLocation } from 'react-router-dom'
import { classNames } from '#pwa/ui/class-names.ts'
import { t } from '#shared/text/t.ts'
import { isActive, type NavEntry } from './navigation.ts'

/** With more entries than these, a label like "Exchange" needs all the room there is. */
const ROOMY_MAX = 6

/** The main navigation on a phone. */
export function BottomBar({ entries }: { entries: readonly NavEntry[] }) {
  const { pathname } = useLocation()
  return (
    <nav aria-label={t('Main')} data-bottom-bar="" className="bottom-bar">
      <ul className="flex h-full">
        {entries.map(({ to, label, icon: Icon }) => {
          const active = isActive(to, pathname)
          return (
            <li key={to} className="min-w-0 flex-auto">
              <Link
                to={to}
                aria-current={active ? 'page' : undefined}
                className={classNames(
                  'flex h-full flex-col items-center justify-center gap-1 text-[0.6875rem] leading-4 focus-visible:outline-offset-[-4px]',
                  entries.length > ROOMY_MAX ? 'tracking-tight' : 'px-0.5',
                  active ? 'font-semibold text-accent' : 'text-fg-3',
                )}
              >
                <Icon aria-hidden="true" className="size-6" strokeWidth={active ? 2.25 : 1.75} />
                <span title={label} className="max-w-full truncate">
                  {label}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
