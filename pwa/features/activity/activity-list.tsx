import { ScrollText } from 'lucide-react'
import { dayIn, localZone } from '#pwa/hooks/calendar-days.ts'
import { byDay } from '#pwa/hooks/movement.ts'
import { Card } from '#pwa/ui/card.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { PagedList } from '#pwa/ui/paged-list.tsx'
import { formatDay } from '#shared/format.ts'
import { epochMsOf } from '#shared/time.ts'
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
  return (
    <Card flush>
      <PagedList
        query={activity}
        failed="Failed to fetch activity"
        rows={activity.lines}
        empty={<NothingMoved isNarrowed={narrowedBy(filter) > 0} />}
      >
        {(found) => (
          <>
            <ActivityHeader />
            {byDay(found, (at) => dayIn(zone, epochMsOf(at))).map(({ day, lines }) => (
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
      </PagedList>
    </Card>
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
