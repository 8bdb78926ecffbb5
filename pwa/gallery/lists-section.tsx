import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { rateColumns } from '#pwa/features/prices/market-lists.tsx'
import { Avatar } from '#pwa/ui/avatar.tsx'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { type Column, DataList } from '#pwa/ui/data-list.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { PriceText } from '#pwa/ui/price-text.tsx'
import { StatusBadge } from '#pwa/ui/status-badge.tsx'
import { Tabs } from '#pwa/ui/tabs.tsx'
import type { Price } from '#shared/contract/prices.ts'
import { ORDERS, PRICES, type SampleOrder } from './samples.ts'
import { Section } from './section.tsx'

export function ListsSection() {
  const [tab, setTab] = useState('current')
  const empty = (
    <EmptyState icon={<Inbox className="size-5" />} title="No open orders">
      Place one with the form; it waits here for its approval.
    </EmptyState>
  )
  return (
    <Section title="Lists">
      <div className="flex flex-wrap items-center gap-2">
        <Badge>neutral</Badge>
        <Badge tone="accent">KING</Badge>
        <StatusBadge status="pending_approval" />
        <StatusBadge status="waiting" label="Waiting for connection" />
        <StatusBadge status="executed" />
        <StatusBadge status="rejected" />
        <StatusBadge status="cancelled" />
        <Avatar name="Demo User" />
      </div>
      <Card title="Markets" flush>
        <DataList label="Markets" columns={MARKET} rows={PRICES} rowKey={symbolOf} empty={empty} />
      </Card>
      <Card flush>
        <Tabs
          label="Orders"
          className="px-4 pb-2"
          value={tab}
          onValueChange={setTab}
          tabs={[
            { value: 'current', label: 'Current Orders', count: 2, content: <Orders /> },
            { value: 'history', label: 'Order History', content: empty },
          ]}
        />
      </Card>
      {/* The narrowest width that is supported. */}
      <div className="w-80 max-w-full border border-line border-dashed">
        <DataList
          label="Orders at 320 px"
          columns={ORDER}
          rows={ORDERS}
          rowKey={idOf}
          empty={empty}
        />
      </div>
    </Section>
  )
}

function Orders() {
  return (
    <div className="-mx-4">
      <DataList label="Orders" columns={ORDER} rows={ORDERS} rowKey={idOf} empty={null} />
    </div>
  )
}

const symbolOf = (row: Price) => row.symbol
const idOf = (row: SampleOrder) => row.id

const MARKET = rateColumns(
  (symbol) => PRICES.find((row) => row.symbol === symbol)?.price ?? undefined,
)

const ORDER: readonly Column<SampleOrder>[] = [
  {
    header: 'Order',
    phone: 'title',
    cell: (row) => (
      <span className={row.side === 'Buy' ? 'text-up' : 'text-down'}>
        {row.side} <span className="text-fg">BTC/USDT</span>
      </span>
    ),
  },
  { header: 'Status', phone: 'value', cell: (row) => <StatusBadge status={row.status} /> },
  {
    header: 'Amount',
    align: 'end',
    cell: (row) => <Money amount={row.amount} symbol="BTC" as="order" />,
  },
  {
    header: 'Price',
    align: 'end',
    cell: (row) => (row.price ? <PriceText price={row.price} /> : 'Market'),
  },
  {
    header: 'Actions',
    phone: 'actions',
    cell: () => (
      <Button size="small" variant="outline" className="w-full @2xl:w-auto">
        Cancel
      </Button>
    ),
  },
]
