import { useAddress } from '#pwa/hooks/use-address.ts'
import { Tabs } from '#pwa/ui/tabs.tsx'
import { type ActivityFilter, filterFrom } from './activity-filter.ts'
import { ActivityFilters } from './activity-filters.tsx'
import { ActivityList } from './activity-list.tsx'
import { BalancesAt } from './balances-at.tsx'
import { momentFrom } from './moment.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { Statement } from './statement-form.tsx'

const VIEWS = ['movements', 'balances', 'statement'] as const

/** What moved the balances, what they were at any time, and all of it as a file. */
export function ActivityViews() {
  const { query, change } = useAddress()
  const view = VIEWS.find((name) => name === query.get('view')) ?? 'movements'
  const event = query.get('event')
  const filter = filterFrom(query)
  return (
    <>
      <Tabs
        label="Activity"
        value={view}
        onValueChange={(next) => change({ view: next === 'movements' ? undefined : next })}
        tabs={[
          {
            value: 'movements',
            label: 'Movements',
            content: (
              <Movements
                filter={filter}
                onFilter={change}
                onOpen={(position) => change({ event: position }, 'push')}
              />
            ),
          },
          {
            value: 'balances',
            label: 'Balances on a date',
            content: (
              <BalancesAt
                at={momentFrom(query.get('at'))}
                onChange={(at) => change({ at: at || undefined })}
              />
            ),
          },
          { value: 'statement', label: 'Statement', content: <Statement /> },
        ]}
      />
      {event !== null && /^\d{1,18}$/.test(event) && (
        <ReasonDialog position={event} onClose={() => change({ event: undefined })} />
      )}
    </>
  )
}

interface MovementsProps {
  filter: ActivityFilter
  onFilter: (change: Readonly<Record<string, string | undefined>>) => void
  onOpen: (position: string) => void
}

function Movements({ filter, onFilter, onOpen }: MovementsProps) {
  return (
    <div className="flex flex-col gap-4">
      <ActivityFilters filter={filter} onChange={onFilter} />
      <ActivityList filter={filter} onOpen={onOpen} />
    </div>
  )
}
