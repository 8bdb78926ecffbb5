import { Badge } from '#pwa/ui/badge.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { type Column, DataList } from '#pwa/ui/data-list.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import type { ReconciliationPage } from '#shared/contract/reconciliation.ts'

type Follower = ReconciliationPage['followers'][number]

/** Everybody who follows the log, and how far they have come. */
export function FollowerList({ followers }: Pick<ReconciliationPage, 'followers'>) {
  return (
    <Card title="Followers of the log" flush>
      <DataList
        label="Followers of the log"
        columns={COLUMNS}
        rows={followers}
        rowKey={({ name }) => name}
        empty={<EmptyState title="Nobody follows the log yet" />}
      />
    </Card>
  )
}

const COLUMNS: readonly Column<Follower>[] = [
  { key: 'name', header: 'Name', phone: 'title', cell: ({ name }) => name },
  {
    key: 'position',
    header: 'Position',
    align: 'end',
    phone: 'line',
    cell: ({ position }) => <span className="num">{position}</span>,
  },
  {
    key: 'lag',
    header: 'Behind',
    align: 'end',
    phone: 'value',
    cell: ({ lag }) =>
      lag === 0 ? (
        <Badge tone="up">Level</Badge>
      ) : (
        <Badge tone="warn">{lag === 1 ? '1 event' : `${lag} events`}</Badge>
      ),
  },
]
