import { Available, availableAfterwards } from '#pwa/components/available.tsx'
import { FormNotices } from '#pwa/components/form-notices.tsx'
import { type KeptChanges, useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { AmountInput } from '#pwa/ui/amount-input.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { rich } from '#pwa/ui/rich.ts'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { formatAmount, formatPrice } from '#shared/format.ts'
import { type Decimal, formatUnits, parseUnits } from '#shared/money.ts'
import { PRICE_MOVE_PERCENT_MAX, PRICE_STEP } from '#shared/rules/spot-orders.ts'
import { t } from '#shared/text/t.ts'
import {
  EMPTY_ORDER,
  FIELD_OF,
  isMarketBuy,
  largestOf,
  type OrderDraft,
  type OrderFacts,
  problemOf,
  receivedOf,
  requiredOf,
  shownAmount,
  sizeOf,
} from './order-draft.ts'

interface OrderFormProps {
  /** Kept by the page: a press on a price of the order book changes it too. */
  kept: KeptChanges<OrderDraft>
  facts: OrderFacts
  /** The recorded tick behind the live price: a market order is bound to it. */
  priceId: string | undefined
}

/** Limit or market, buy or sell. A limit order may wait for a connection, a market order not. */
export function OrderForm({ kept, facts, priceId }: OrderFormProps) {
  const { submit } = useSubmit(placeTrade)
  const { isOnline } = useConnection()
  const form = useCommandForm({
    initial: EMPTY_ORDER,
    kept,
    check: (tried) => problemOf(tried, facts),
    fieldOf: FIELD_OF,
    send: (draft) => {
      const { side, type, price } = draft
      const common = { symbol: facts.pair, side, type, status: 'pending_approval' } as const
      const order = { ...common, ...sizeOf(draft) }
      return type === 'market'
        ? submit({ body: { ...order, priceId } }, { whenOffline: 'refuse' })
        : submit({ body: { ...order, price } })
    },
    failed: {
      title: t('Order Failed'),
      message: t('Failed to place order. Please try again.'),
    },
    waiting: t('Your order'),
    done: (_, { side }) => ({
      title: t('Order Submitted'),
      message: t(
        'Your {side, select, buy {buy} other {sell}} order has been submitted for admin approval.',
        { side },
      ),
    }),
    onSent: () => kept.change({ amount: '', spend: '' }),
  })
  const { draft, change } = form
  const { symbol, available } = frozenOf(draft, facts)

  return (
    <Card
      title={t('Place order')}
      action={
        <SegmentedControl
          label={t('Order type')}
          {...form.value('type')}
          options={[
            { value: 'limit', label: t('Limit') },
            { value: 'market', label: t('Market') },
          ]}
        />
      }
    >
      <form {...form.formProps} className="flex flex-col gap-4">
        <SegmentedControl
          label={t('Side')}
          {...form.value('side')}
          options={[
            { value: 'buy', label: t('Buy'), tone: 'up' },
            { value: 'sell', label: t('Sell'), tone: 'down' },
          ]}
        />
        {draft.type === 'limit' ? (
          <Field
            label={t('Price')}
            error={form.error('price')}
            action={<LastPrice facts={facts} onUse={(price) => change({ price })} />}
          >
            <AmountInput unit={facts.quote} decimals={2} {...form.value('price')} />
          </Field>
        ) : (
          <p className="flex min-h-12 items-center justify-between rounded-md bg-surface-2 px-3 text-fg-2">
            <span>{t('Market price')}</span>
            <bdi className="num font-medium text-fg">
              {facts.livePrice === undefined
                ? t('Price not available')
                : `≈ ${formatPrice(facts.livePrice)} ${facts.quote}`}
            </bdi>
          </p>
        )}
        <Field
          label={t('Amount')}
          error={form.error('amount')}
          aside={<Available amount={available} symbol={symbol} />}
        >
          <AmountInput
            unit={facts.base}
            max={largestOf(draft, facts)}
            value={shownAmount(draft, facts)}
            onValueChange={(amount) => change({ amount, spend: '' })}
            onShare={isMarketBuy(draft) ? (spend) => change(spending(spend, facts)) : undefined}
          />
        </Field>
        <OrderSummary draft={draft} facts={facts} />
        {draft.type === 'market' && <MarketTerms draft={draft} facts={facts} />}
        <FormNotices
          form={form}
          {...(draft.type === 'market'
            ? { offline: t('A market order needs a connection.') }
            : { waits: t('The order') })}
        />
        <Button
          {...form.submitProps}
          size="large"
          wide
          variant={draft.side === 'buy' ? 'up' : 'down'}
          disabled={draft.type === 'market' && !isOnline}
        >
          {draft.side === 'buy'
            ? t('Buy {symbol}', { symbol: facts.base })
            : t('Sell {symbol}', { symbol: facts.base })}
        </Button>
        <p className="text-fg-3 text-xs">
          {t(
            'Every order waits for approval. What it needs is frozen until then. If you cancel it, the amount is available again.{type, select, limit { A limit order is approved only while the market is at its limit, or up to {percent}% better.} other {}}',
            { type: draft.type, percent: String(PRICE_MOVE_PERCENT_MAX) },
          )}
        </p>
      </form>
    </Card>
  )
}

/** What a market order is bound to, before it is placed. */
function MarketTerms({ draft, facts }: { draft: OrderDraft; facts: OrderFacts }) {
  const percent = String(PRICE_MOVE_PERCENT_MAX)
  const most = draft.side === 'buy' ? requiredOf(draft, facts.livePrice) : undefined
  return (
    <p className="text-fg-2 text-sm">
      {most === undefined
        ? t(
            'Executes at the first price recorded after its approval, at most {percent}% from this quote.',
            {
              percent,
            },
          )
        : rich(
            'Executes at the first price recorded after its approval, at most {percent}% from this quote. You never spend more than {most}.',
            {
              percent,
              most: (
                <bdi dir="ltr" className="num whitespace-nowrap font-medium text-fg">
                  {formatAmount(formatUnits(most))} {facts.quote}
                </bdi>
              ),
            },
          )}
    </p>
  )
}

function spending(spend: Decimal, facts: OrderFacts): Partial<OrderDraft> {
  const draft = { ...EMPTY_ORDER, type: 'market', spend } as const
  return { spend, amount: shownAmount(draft, facts) }
}

function LastPrice({ facts, onUse }: { facts: OrderFacts; onUse: (price: Decimal) => void }) {
  const { livePrice } = facts
  // As high as the button, so that nothing moves when the price appears or disappears.
  if (livePrice === undefined) {
    return (
      <span className="-my-3 inline-flex min-h-11 items-center">{t('Price not available')}</span>
    )
  }
  return (
    <button
      type="button"
      className="num -my-3 inline-flex min-h-11 items-center text-info hover:underline"
      onClick={() => onUse(onPriceStep(livePrice))}
    >
      {t('Use {price}', { price: formatPrice(livePrice) })}
    </button>
  )
}

function onPriceStep(price: Decimal): Decimal {
  const units = parseUnits(price)
  return formatUnits(units - (units % parseUnits(PRICE_STEP)))
}

function frozenOf({ side }: OrderDraft, facts: OrderFacts) {
  return side === 'buy'
    ? { symbol: facts.quote, available: facts.availableQuote }
    : { symbol: facts.base, available: facts.availableBase }
}

/** What the order costs and what stays available, shown before the user places it. */
function OrderSummary({ draft, facts }: { draft: OrderDraft; facts: OrderFacts }) {
  const required = requiredOf(draft, facts.livePrice)
  const received = receivedOf(draft, facts)
  const isMarket = draft.type === 'market'
  const isCostKnown = !isMarketBuy(draft) || sizeOf(draft).spend !== undefined
  const { symbol, available } = frozenOf(draft, facts)
  return (
    <SummaryList
      rows={[
        {
          label: isCostKnown ? t('Amount frozen') : t('Amount frozen (approx.)'),
          value: <Money amount={required} symbol={symbol} />,
          strong: true,
        },
        {
          label: isMarket ? t('You receive about') : t('You receive'),
          value: (
            <Money amount={received} symbol={draft.side === 'buy' ? facts.base : facts.quote} />
          ),
        },
        availableAfterwards(required, available, { symbol }),
      ]}
    />
  )
}
