import { useState } from 'react'
import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { OwnAmounts } from '#pwa/components/own-amounts.tsx'
import { OnThisDevice, unsentRows } from '#pwa/components/unsent-row.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useHeldUp, useOutbox, useUnsentIds } from '#pwa/hooks/use-outbox.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { useAmountsHidden } from '#pwa/ui/own-amounts.tsx'
import { Tabs } from '#pwa/ui/tabs.tsx'
import { cancelTrade, placeTrade, type SpotTrade } from '#shared/contract/spot-orders.ts'
import { formatAmount, formatPrice } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'
import { OrderTable, useSpotOrders } from './order-table.tsx'

interface OrderListsProps {
  tab: 'current' | 'history'
  onTab: (tab: 'current' | 'history') => void
}

export function OrderLists({ tab, onTab }: OrderListsProps) {
  const current = useSpotOrders('current')
  return (
    <Card>
      <Tabs
        label={t('Orders')}
        value={tab}
        onValueChange={(value) => onTab(value === 'history' ? 'history' : 'current')}
        tabs={[
          {
            value: 'current',
            label: t('Current Orders'),
            count: current.data?.length,
            hasMore: current.hasMore,
            content: (
              <OwnAmounts>
                <CurrentOrders />
              </OwnAmounts>
            ),
          },
          {
            value: 'history',
            label: t('Order History'),
            content: (
              <OwnAmounts>
                <OrderHistory />
              </OwnAmounts>
            ),
          },
        ]}
      />
    </Card>
  )
}

function CurrentOrders() {
  const unsent = useOutbox(placeTrade)
  const cancelling = useUnsentIds(cancelTrade)
  const [asked, setAsked] = useState<SpotTrade>()
  const isHidden = useAmountsHidden()
  return (
    <>
      <OnThisDevice
        className="pb-2"
        rows={[
          ...unsentRows(unsent, ({ side, symbol, amount = '0', price }) => ({
            title: side === 'buy' ? t('Buy {symbol}', { symbol }) : t('Sell {symbol}', { symbol }),
            value: sizeText(formatAmount(String(amount)), price),
          })),
          ...unsentRows(useHeldUp(cancelTrade), () => ({ title: t('Cancel an order'), value: '' })),
        ]}
      />
      <OrderTable
        state="current"
        emptyTitle={t('No current orders found')}
        hidesEmpty={unsent.length > 0}
        extra={{
          header: t('Actions'),
          align: 'end',
          phone: 'actions',
          cell: (order) =>
            order.status === 'pending_approval' && (
              <Button
                size="small"
                busy={cancelling.has(order.id)}
                aria-label={t(
                  'Cancel {side, select, buy {buy} other {sell}} order{amount, select, hidden {} other { of {amount}}}',
                  {
                    side: order.side,
                    amount: isHidden ? 'hidden' : `${order.amount} ${order.symbol}`,
                  },
                )}
                onClick={() => setAsked(order)}
              >
                {t('Cancel')}
              </Button>
            ),
        }}
      />
      <CancelOrderDialog order={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}

function sizeText(amount: string, price: unknown): string {
  return price ? t('{amount} at {price}', { amount, price: formatPrice(String(price)) }) : amount
}

function OrderHistory() {
  const [showArchived, setShowArchived] = useState(false)
  return (
    <>
      <OrderTable
        state="history"
        emptyTitle={t('No order history found')}
        showArchived={showArchived}
      />
      <Checkbox
        label={t('Show archived')}
        checked={showArchived}
        onChange={(event) => setShowArchived(event.target.checked)}
      />
    </>
  )
}

interface CancelOrderDialogProps {
  order: SpotTrade | undefined
  onClose: () => void
}

/** Shows what a cancellation gives up and returns, before the order is cancelled. */
function CancelOrderDialog({ order, onClose }: CancelOrderDialogProps) {
  const { submit } = useSubmit(cancelTrade)
  const form = useCommandForm({
    initial: { id: order?.id ?? '' },
    send: (params) => submit({ params }),
    onSent: onClose,
  })
  return (
    <FormDialog
      form={form}
      open={order !== undefined}
      onClose={onClose}
      title={t('Cancel this order?')}
      size="small"
      submit={t('Cancel order')}
      back={t('Keep order')}
      variant="danger"
    >
      {order && (
        <p className="text-fg-2 text-sm">
          {t(
            '{side, select, buy {Buy {amount} of {symbol}.} other {Sell {amount} of {symbol}.}} {held} will be available again.',
            {
              side: order.side,
              amount: formatAmount(order.amount),
              symbol: order.symbol,
              held: `${formatAmount(order.held)} ${order.heldSymbol}`,
            },
          )}
        </p>
      )}
    </FormDialog>
  )
}
