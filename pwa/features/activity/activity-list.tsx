import { ScrollText } from 'lucide-react'
import { dayIn, localZone } from '#pwa/hooks/calendar-days.ts'
import { byDay } from '#pwa/hooks/movement.ts'
import { Age } from '#pwa/ui/age.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { ShowMore } from '#pwa/ui/show-more.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { formatDay } from '#shared/format.ts'
import { epochMsOf, instantOf } from '#shared/time.ts'
import { type ActivityFilter, narrowedBy } from './activity-filter.ts'
import { ActivityHeader, ActivityRow } from './activity-row.tsx'
import { useActivity } from './use-activity.ts'

interface ActivityListProps {
  filter: ActivityFilter
  onOpen: (position: string) => void
}

/** Every movement by day, newest first; more comes as the person reads on. */
export function ActivityList({ filter, onOpen }: ActivityListProps) {
  const activity = useActivity(filter)
  const zone = localZone()
  if (activity.isLoading) {
    return (
      <Card flush>
        <SkeletonRows count={6} />
      </Card>
    )
  }
  if (!activity.lines) {
    return (
      <Card>
        <ErrorState
          title="Failed to fetch activity"
          message={activity.error?.message ?? 'The server did not answer.'}
          onRetry={activity.refetch}
        />
      </Card>
    )
  }
  const days = byDay(activity.lines, (at) => dayIn(zone, epochMsOf(at)))
  return (
    <div className="flex flex-col gap-3">
      {activity.isFromCache && activity.updatedAtMs !== undefined && (
        <Age at={instantOf(activity.updatedAtMs)} />
      )}
      <Card flush>
        {days.length === 0 ? (
          <NothingMoved isNarrowed={narrowedBy(filter) > 0} />
        ) : (
          <>
            <ActivityHeader />
            {days.map(({ day, lines }) => (
              <section key={day} aria-label={formatDay(day)}>
                <h2 className="border-line border-y bg-surface-2 px-4 py-1.5 font-medium text-fg-2 text-xs">
                  {formatDay(day)}
                </h2>
                <ul className="divide-y divide-line">
                  {lines.map((line) => (
                    <ActivityRow
                      key={`${line.position} ${line.symbol}`}
                      line={line}
                      onOpen={() => onOpen(line.position)}
                    />
                  ))}
                </ul>
              </section>
            ))}
          </>
        )}
      </Card>
      {activity.hasMore && (
        <ShowMore
          isLoading={activity.isLoadingMore}
          failed={activity.error !== undefined}
          onMore={activity.loadMore}
        />
      )}
    </div>
  )
}

function NothingMoved({ isNarrowed }: { isNarrowed: boolean }) {
  return isNarrowed ? (
    <EmptyState icon={<ScrollText className="size-5" />} title="Nothing matches">
      Choose another kind, asset or period.
    </EmptyState>
  ) : (
    <EmptyState icon={<ScrollText className="size-5" />} title="Nothing has moved yet">
      Whatever moves a balance stands here with the reason for it, from the first deposit on.
    </EmptyState>
  )
}
