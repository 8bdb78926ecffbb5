import { useState } from 'react'
import { UnsentRow } from '#pwa/components/unsent-row.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { Tabs } from '#pwa/ui/tabs.tsx'
import type { SpotTrade } from '#shared/contract/spot-orders.ts'
import { CancelOrderDialog } from './cancel-order-dialog.tsx'
import { OrderTable } from './order-table.tsx'
import { useSpotOrders, useUnsentCancellations, useUnsentOrders } from './use-spot-orders.ts'

interface OrderListsProps {
  tab: 'current' | 'history'
  onTab: (tab: 'current' | 'history') => void
}

export function OrderLists({ tab, onTab }: OrderListsProps) {
  const current = useSpotOrders('current')
  return (
    <Card>
      <Tabs
        label="Orders"
        value={tab}
        onValueChange={(value) => onTab(value === 'history' ? 'history' : 'current')}
        tabs={[
          {
            value: 'current',
            label: 'Current Orders',
            count: current.data?.length,
            content: <CurrentOrders />,
          },
          { value: 'history', label: 'Order History', content: <OrderHistory /> },
        ]}
      />
    </Card>
  )
}

function CurrentOrders() {
  const unsent = useUnsentOrders()
  const cancelling = useUnsentCancellations()
  const [asked, setAsked] = useState<SpotTrade>()
  return (
    <>
      {unsent.length > 0 && (
        <ul className="pb-2">
          {unsent.map((row) => (
            <UnsentRow
              key={row.id}
              title={`${row.body.side === 'buy' ? 'Buy' : 'Sell'} ${row.body.symbol}`}
              value={row.body.amount}
              row={row}
            />
          ))}
        </ul>
      )}
      <OrderTable
        state="current"
        emptyTitle="No current orders found"
        hidesEmpty={unsent.length > 0}
        extra={{
          header: 'Actions',
          align: 'end',
          phone: 'actions',
          cell: (order) =>
            order.status === 'pending_approval' && (
              <Button
                size="small"
                busy={cancelling.has(order.id)}
                aria-label={`Cancel ${order.side} order of ${order.amount}`}
                onClick={() => setAsked(order)}
              >
                Cancel
              </Button>
            ),
        }}
      />
      <CancelOrderDialog order={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}

function OrderHistory() {
  const [showArchived, setShowArchived] = useState(false)
  return (
    <>
      <OrderTable state="history" emptyTitle="No order history found" showArchived={showArchived} />
      <Checkbox
        label="Show archived"
        checked={showArchived}
        onChange={(event) => setShowArchived(event.target.checked)}
      />
    </>
  )
}
