import { Badge } from '#pwa/ui/badge.tsx'
import { Card } from '#pwa/ui/card.tsx'
import type { ReconciliationPage } from '#shared/contract/reconciliation.ts'

/** The followers of the log, and how far each has read. */
export function FollowerList({ followers }: Pick<ReconciliationPage, 'followers'>) {
  return (
    <Card title="Followers of the log">
      <ul className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
        {followers.map(({ name, position, lag }) => (
          <li
            key={name}
            className="flex min-h-11 items-center justify-between gap-3 border-line border-b py-1.5 text-sm"
          >
            <span className="min-w-0">
              <span className="block truncate text-fg">{name}</span>
              <span className="num block text-fg-3 text-xs">at {position}</span>
            </span>
            <Badge tone={lag === 0 ? 'up' : 'warn'}>{standing(lag)}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function standing(lag: number): string {
  if (lag === 0) return 'Level'
  return lag === 1 ? '1 event behind' : `${lag} events behind`
}
