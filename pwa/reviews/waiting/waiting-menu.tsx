import { Link } from 'react-router-dom'
import { useServerNow } from '#pwa/hooks/use-server-now.ts'
import { Waited } from '#pwa/reviews/waited.tsx'
import { CountBadge } from '#pwa/ui/badge.tsx'
import { rich } from '#pwa/ui/rich.ts'
import { formatLimit } from '#shared/format.ts'
import { unansweredOf } from '#shared/rules/support.ts'
import { t } from '#shared/text/t.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { useWaitingCounts, useWaitingWork } from './use-waiting-work.ts'

/** In the sidebar: each kind of which something waits, with the age of the oldest. */
export function WaitingMenu() {
  const work = useWaitingWork()?.filter(({ count }) => count > 0) ?? []
  const nowMs = useServerNow(MINUTE_MS)
  if (work.length === 0) return null
  return (
    <section aria-label={t('Waiting')} className="mt-4 border-line border-t pt-3">
      <h2 className="px-3 pb-1 font-medium text-fg-3 text-xs">{t('Waiting')}</h2>
      <ul>
        {work.map(({ kind, label, count, oldest, to }) => (
          <li key={kind}>
            <Link
              to={to}
              className="flex min-h-9 items-center gap-2 rounded-md px-3 py-1 text-fg-2 text-sm hover:text-fg focus-visible:outline-offset-[-2px]"
            >
              <span className="min-w-0 flex-1">{label}</span>
              {oldest !== null && (
                <span className="text-xs">
                  <Waited since={oldest} nowMs={nowMs} />
                </span>
              )}
              <span className="num min-w-6 text-end font-medium text-fg">
                {formatLimit(String(count))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How much waits behind an entry of the menu. */
export function WaitingCount({ to }: { to: string }) {
  const { requests, chats } = useWaitingCounts()
  const count = countBehind(to, { requests, chats })
  if (!count) return null
  return (
    <CountBadge className="ms-auto">
      {rich('{count} <label>waiting</label>', {
        label: (inner) => <span className="sr-only">{inner}</span>,
        count: formatLimit(String(count)),
      })}
    </CountBadge>
  )
}

function countBehind(to: string, { requests, chats }: ReturnType<typeof useWaitingCounts>) {
  if (to === '/admin/support') return chats && unansweredOf(chats)
  if (to !== '/admin/reviews' || !requests) return undefined
  return Object.values(requests).reduce((sum, { count }) => sum + count, 0)
}
