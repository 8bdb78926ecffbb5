import { Link } from 'react-router-dom'
import { useFeatures } from '#pwa/hooks/use-features.ts'
import { useServerNow } from '#pwa/hooks/use-server-now.ts'
import { Waited } from '#pwa/reviews/waited.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { rich } from '#pwa/ui/rich.ts'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { formatLimit } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { useWaitingWork, type WaitingWork } from './use-waiting-work.ts'

const GRID = 'grid grid-cols-2 gap-2 sm:grid-cols-3 md:gap-3'

/** Everything that waits for staff, kind by kind, with the age of the oldest. */
export function WaitingCards() {
  const work = useWaitingWork()
  const nowMs = useServerNow(MINUTE_MS)
  if (!work) return <WaitingCardsLoading />
  return (
    <ul aria-label={t('Waiting for staff')} className={GRID}>
      {work.map((each) => (
        <li key={each.kind}>
          <WaitingCard work={each} nowMs={nowMs} />
        </li>
      ))}
    </ul>
  )
}

function WaitingCard({ work, nowMs }: { work: WaitingWork; nowMs: number }) {
  const { label, icon: Icon, count, oldest, to } = work
  return (
    <Link
      to={to}
      className="flex h-full items-center gap-3 rounded-lg border border-line bg-surface px-3 py-2.5 hover:bg-surface-2 md:px-4"
    >
      <span
        className={classNames(
          'grid size-9 shrink-0 place-items-center rounded-full max-sm:hidden',
          count > 0 ? 'bg-accent/10 text-accent' : 'bg-surface-3 text-fg-3',
        )}
      >
        <Icon aria-hidden="true" className="size-4" />
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span title={label} className="truncate text-fg-2 text-xs">
          {label}
        </span>
        <span className="flex items-baseline justify-between gap-2">
          <span
            className={classNames('num font-semibold text-lg', count > 0 ? 'text-fg' : 'text-fg-3')}
          >
            {formatLimit(String(count))}
          </span>
          {oldest !== null && (
            <span className="shrink-0 text-xs">
              {rich('<label>Oldest</label> {time}', {
                label: (inner) => <span className="text-fg-3 max-sm:sr-only">{inner}</span>,
                time: <Waited since={oldest} nowMs={nowMs} />,
              })}
            </span>
          )}
        </span>
      </span>
    </Link>
  )
}

/** As high as the cards: one for each kind of request, and one for the chats. */
export function WaitingCardsLoading() {
  const kinds = useFeatures().filter(({ reviewView }) => reviewView).length
  return (
    <div className={GRID}>
      {[...Array(kinds + 1).keys()].map((place) => (
        <Skeleton key={place} className="h-[4.125rem] rounded-lg" />
      ))}
    </div>
  )
}
