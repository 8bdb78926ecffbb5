import { ClipboardList } from 'lucide-react'
import { useState } from 'react'
import {
  ORDER_CLASS,
  OrderPrice,
  OrderResult,
  OrderTitle,
  USER_COLUMN,
} from '#pwa/components/order-columns.tsx'
import { useSettled } from '#pwa/hooks/use-settled.ts'
import { StatusBadge } from '#pwa/ui/badge.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { type Column, column, DataList, figureColumn } from '#pwa/ui/data-list.tsx'
import { Field, Select } from '#pwa/ui/field.tsx'
import { Missing, Money } from '#pwa/ui/money.tsx'
import { SearchField } from '#pwa/ui/search-field.tsx'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import type { AdminOrder, OrderStatus } from '#shared/contract/spot-orders.ts'
import { formatCountdown, formatDifference, formatPrice } from '#shared/format.ts'
import { type Decimal, formatUnits, parseUnits } from '#shared/money.ts'
import { endOf } from '#shared/rules/futures.ts'
import { msg, t } from '#shared/text/t.ts'
import { SECOND_MS } from '#shared/time.ts'
import { useOrderHistory } from './use-dashboard.ts'

type Market = AdminOrder['market']

const STATUSES = {
  spot: {
    pending_approval: msg('Pending approval'),
    executed: msg('Executed'),
    rejected: msg('Rejected'),
    cancelled: msg('Cancelled'),
  },
  futures: {
    pending: msg('Pending'),
    completed: msg('Completed'),
    rejected: msg('Void'),
  },
} as const satisfies Readonly<Record<Market, Partial<Record<OrderStatus, string>>>>

export function OrderHistoryTable() {
  const [market, setMarket] = useState<Market>('spot')
  const [typed, setTyped] = useState('')
  const [status, setStatus] = useState<OrderStatus>()
  const search = useSettled(typed.trim())
  const orders = useOrderHistory({ market, search, status })
  const isNarrowed = search !== '' || status !== undefined
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-[16rem_minmax(0,1fr)_max-content]">
        <SegmentedControl
          label={t('{use, select, place {Market} other {Market}}', { use: 'place' })}
          value={market}
          onValueChange={(next) => {
            setMarket(next)
            setStatus(undefined)
          }}
          options={[
            { value: 'spot', label: t('Spot') },
            { value: 'futures', label: t('Futures') },
          ]}
        />
        <SearchField
          label={t('Search orders')}
          placeholder={t('Name, email or ID')}
          value={typed}
          onChange={setTyped}
        />
        <Field label={t('Status')} labelHidden>
          <Select
            value={status ?? ''}
            onChange={({ target }) => setStatus((target.value || undefined) as OrderStatus)}
          >
            <option value="">{t('All statuses')}</option>
            {Object.entries(STATUSES[market]).map(([value, label]) => (
              <option key={value} value={value}>
                {t(label)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Card flush>
        <DataList
          label={t('Order History')}
          query={orders}
          columns={COLUMNS[market]()}
          rows={orders.data?.flat()}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              icon={<ClipboardList className="size-5" />}
              title={isNarrowed ? t('No orders match') : t(EMPTY[market])}
            />
          }
        />
      </Card>
    </div>
  )
}

const EMPTY = {
  spot: msg('No order history found'),
  futures: msg('No futures trades found'),
} as const

const COLUMNS = { spot: spotColumns, futures: futuresColumns } as const

function orderColumn(): Column<AdminOrder> {
  return {
    ...column(t('Order'), 'title', (order) => <OrderTitle order={order} at={order.createdAt} />),
    className: ORDER_CLASS,
  }
}

function spotColumns(): readonly Column<AdminOrder>[] {
  return [
    orderColumn(),
    {
      ...figureColumn(t('Amount'), 'value', ({ amount, executedAmount }) => (
        <Money amount={executedAmount ?? amount} as="order" />
      )),
      wide: true,
    },
    figureColumn(t('Price'), 'line', (order) => <OrderPrice {...order} />),
    figureColumn(t('Result'), 'line', (order) => <OrderResult {...order} />),
    USER_COLUMN,
    column(t('Status'), 'aside', (order) => (
      <>
        <StatusBadge status={order.status} />
        {/* Where the table has no room for the next column. */}
        <span className="mt-1 hidden min-w-32 @2xl:block @4xl:hidden">{reviewOf(order)}</span>
      </>
    )),
    { ...column(t('Reviewed'), 'line', reviewOf), wide: true },
  ]
}

/** Who decided, and why; null if a card has no such line. */
function reviewOf({ reviewedBy, reason }: AdminOrder) {
  if (!reviewedBy && !reason) return null
  return (
    <span className="wrap-break-word block max-w-36 whitespace-normal text-end text-xs @2xl:text-start">
      <span className="block">{reviewedBy}</span>
      {reason && (
        <span title={reason} className="line-clamp-3 block text-fg-3">
          <bdi>{reason}</bdi>
        </span>
      )}
    </span>
  )
}

function futuresColumns(): readonly Column<AdminOrder>[] {
  return [
    orderColumn(),
    figureColumn(
      t('{use, select, amount {Stake} other {Stake}}', { use: 'amount' }),
      'value',
      ({ amount, heldSymbol }) => <Money amount={amount} symbol={heldSymbol} as="order" />,
    ),
    {
      ...figureColumn<AdminOrder>(
        t('Duration'),
        'line',
        ({ duration }) => duration !== null && formatCountdown(duration * SECOND_MS),
      ),
      wide: true,
    },
    {
      ...figureColumn<AdminOrder>(
        t('{use, select, price {Entry} other {Entry}}', { use: 'price' }),
        'line',
        ({ price }) => <Price price={price} />,
      ),
      wide: true,
    },
    figureColumn(
      t('{use, select, price {Exit} other {Exit}}', { use: 'price' }),
      'line',
      ({ executedPrice }) => <Price price={executedPrice} />,
    ),
    USER_COLUMN,
    figureColumn(t('Result'), 'line', (trade) => <Profit {...trade} />),
    column(t('Status'), 'aside', ({ status, result, reason }) => (
      <span className="flex flex-col items-end gap-1 md:items-start">
        <StatusBadge status={endOf({ status, result })} />
        {reason && <bdi className="max-w-36 text-fg-3 text-xs">{reason}</bdi>}
      </span>
    )),
  ]
}

function Price({ price }: { price: Decimal | null }) {
  return price === null ? <Missing /> : <bdi dir="ltr">{formatPrice(price)}</bdi>
}

/** What a settled trade won or lost. */
function Profit({ received, spent, heldSymbol }: AdminOrder) {
  if (received === null || spent === null) {
    return t('{use, select, state {Open} other {Open}}', { use: 'state' })
  }
  const profit = formatUnits(parseUnits(received) - parseUnits(spent))
  return (
    <bdi dir="ltr">
      {formatDifference(profit)} {heldSymbol}
    </bdi>
  )
}
