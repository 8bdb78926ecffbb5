import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '#pwa/ui/avatar.tsx'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ChangeText } from '#pwa/ui/change-text.tsx'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { type Column, DataList } from '#pwa/ui/data-list.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { PriceText } from '#pwa/ui/price-text.tsx'
import { StatusBadge } from '#pwa/ui/status-badge.tsx'
import { Tabs } from '#pwa/ui/tabs.tsx'
import { ORDERS, PRICES, type SampleOrder, type SamplePrice } from './samples.ts'
import { Narrow, Section } from './section.tsx'

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
      <Narrow>
        <DataList
          label="Orders at 320 px"
          columns={ORDER}
          rows={ORDERS}
          rowKey={idOf}
          empty={empty}
        />
      </Narrow>
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

const symbolOf = (row: SamplePrice) => row.symbol
const idOf = (row: SampleOrder) => row.id

const MARKET: readonly Column<SamplePrice>[] = [
  {
    header: 'Name',
    phone: 'title',
    cell: (row) => (
      <span className="flex items-center gap-3">
        <CoinIcon symbol={row.symbol} />
        <span className="flex min-w-0 flex-col">
          <span className="truncate">{row.symbol}</span>
          <span className="truncate font-normal text-fg-3 text-xs">{row.name}</span>
        </span>
      </span>
    ),
  },
  {
    header: 'Price',
    phone: 'value',
    align: 'end',
    cell: (row) => (
      <span className="flex flex-col items-end">
        <PriceText price={row.price} />
        <ChangeText percent={row.change} className="font-normal text-xs @2xl:hidden" />
      </span>
    ),
  },
  {
    header: 'Change',
    phone: 'hidden',
    align: 'end',
    cell: (row) => <ChangeText percent={row.change} />,
  },
]

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
