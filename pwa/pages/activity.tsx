import { Link, useSearchParams } from 'react-router-dom'
import { type ActivityFilter, filterFrom } from '#pwa/features/activity/activity-filter.ts'
import { ActivityFilters } from '#pwa/features/activity/activity-filters.tsx'
import { ActivityList } from '#pwa/features/activity/activity-list.tsx'
import { BalancesAt } from '#pwa/features/activity/balances-at.tsx'
import { momentFrom } from '#pwa/features/activity/moment.ts'
import { ReasonDialog } from '#pwa/features/activity/reason-dialog.tsx'
import { Statement } from '#pwa/features/activity/statement-form.tsx'
import { useWhose } from '#pwa/features/activity/use-activity.ts'
import { Tabs } from '#pwa/ui/tabs.tsx'

const VIEWS = ['movements', 'balances', 'statement'] as const

/** What moved the balances, what they were at any time, and all of it as a file. */
export function ActivityPage() {
  const { query, change } = useAddress()
  const { userId, isOwn } = useWhose()
  const view = VIEWS.find((name) => name === query.get('view')) ?? 'movements'
  const event = query.get('event')
  const filter = filterFrom(query)
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-4">
      <h1 className="font-semibold text-xl text-fg md:text-2xl">
        {isOwn ? 'Activity' : 'User’s activity'}
      </h1>
      {!isOwn && (
        <Link
          to={`/admin/users?open=manage&user=${userId}`}
          className="-my-2 inline-flex min-h-11 items-center self-start text-info text-sm hover:underline"
        >
          Back to the user
        </Link>
      )}
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
    </div>
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

/** All that is chosen stands in the address, so that it can be sent, kept and gone back to. */
function useAddress() {
  const [query, setQuery] = useSearchParams()
  return {
    query,
    change(changes: Readonly<Record<string, string | undefined>>, history = 'replace') {
      const next = new URLSearchParams(query)
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined) next.delete(name)
        else next.set(name, value)
      }
      setQuery(next, { replace: history === 'replace' })
    },
  }
}
