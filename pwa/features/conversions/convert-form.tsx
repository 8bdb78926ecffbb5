import { ArrowUpDown } from 'lucide-react'
import { Available, availableAfterwards } from '#pwa/components/available.tsx'
import { FormNotices } from '#pwa/components/form-notices.tsx'
import type { CommandForm } from '#pwa/hooks/use-command-form.ts'
import { AmountInput } from '#pwa/ui/amount-input.tsx'
import { IconButton } from '#pwa/ui/button.tsx'
import { Countdown } from '#pwa/ui/countdown.tsx'
import { Field, Select } from '#pwa/ui/field.tsx'
import { Missing, Money } from '#pwa/ui/money.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { rich } from '#pwa/ui/rich.ts'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { assetOf } from '#shared/assets.ts'
import type { ConversionQuote } from '#shared/contract/conversions.ts'
import { formatConverted } from '#shared/format.ts'
import { type Decimal, parseUnits } from '#shared/money.ts'
import { CONVERTIBLE_SYMBOLS } from '#shared/rules/conversions.ts'
import { t } from '#shared/text/t.ts'
import {
  amountProblem,
  type ConvertDraft,
  type ConvertFacts,
  estimateOf,
  limitsText,
  pairProblem,
  rateText,
  turned,
  withAsset,
} from './convert-draft.ts'

interface ConvertFormProps {
  form: CommandForm<ConvertDraft>
  facts: ConvertFacts
  held: readonly string[]
}

/** Step 1: the two assets and the amount, with the estimated result at current prices. */
export function ConvertForm({ form, facts, held }: ConvertFormProps) {
  const { draft, change } = form
  const halted = pairProblem(draft, facts)
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-2">
        <Field
          className="min-w-24 flex-1"
          label={t('{use, select, asset {From} other {From}}', { use: 'asset' })}
          hint={assetOf(draft.from).name}
        >
          <AssetSelect
            value={draft.from}
            held={held}
            onValueChange={(symbol) => change(withAsset(draft, 'from', symbol))}
          />
        </Field>
        <IconButton
          label={t('Swap the two assets')}
          className="mt-7"
          onClick={() => change(turned(draft))}
        >
          <ArrowUpDown aria-hidden="true" className="size-5 rotate-90" />
        </IconButton>
        <Field
          className="min-w-24 flex-1"
          label={t('{use, select, asset {To} other {To}}', { use: 'asset' })}
          hint={assetOf(draft.to).name}
        >
          <AssetSelect
            value={draft.to}
            held={held}
            onValueChange={(symbol) => change(withAsset(draft, 'to', symbol))}
          />
        </Field>
      </div>
      <Field
        label={t('Amount')}
        error={form.error('amount') ?? amountProblem(draft, facts)}
        aside={<Available amount={facts.available} symbol={draft.from} />}
      >
        <AmountInput unit={draft.from} max={facts.available} {...form.value('amount')} />
      </Field>
      <Estimate draft={draft} facts={facts} />
      {halted && <Notice tone="warn">{halted}</Notice>}
      <FormNotices
        form={form}
        offline={t('Converting depends on the current price, so it needs a connection.')}
      />
    </form>
  )
}

/** The same height with and without a price, so that nothing moves under the thumb. */
function Estimate({ draft, facts }: { draft: ConvertDraft; facts: ConvertFacts }) {
  const [fromPrice, toPrice] = [facts.priceOf(draft.from), facts.priceOf(draft.to)]
  const estimate = estimateOf(draft, facts)
  const { terms } = facts
  return (
    <div className="flex min-h-28 flex-col justify-center rounded-md border border-line bg-surface-2 px-4 py-3">
      {fromPrice === undefined || toPrice === undefined ? (
        <p className="text-fg-2 text-sm">{t('Price not available')}</p>
      ) : (
        <>
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="text-fg-3 text-sm">{t('You receive about')}</span>
            <span className="ms-auto">
              <bdi dir="ltr" className="num font-semibold text-fg text-lg">
                {estimate === undefined ? <Missing /> : formatConverted(estimate)}{' '}
                <span className="font-normal text-fg-3 text-sm">{draft.to}</span>
              </bdi>
            </span>
          </p>
          <p className="num text-end text-fg-3 text-xs">
            {terms ? (
              rich('{rate}, less {percent}% spread', {
                rate: <RateText of={draft} prices={{ fromPrice, toPrice }} />,
                percent: terms.spreadPercent,
              })
            ) : (
              <RateText of={draft} prices={{ fromPrice, toPrice }} />
            )}
          </p>
          {terms && <p className="mt-1 text-end text-fg-3 text-xs">{limitsText(terms)}</p>}
        </>
      )}
    </div>
  )
}

/** "1 BTC = 60,000.00 USDT", which reads from left to right in every language. */
export function RateText({ of, prices }: RateTextProps) {
  return (
    <bdi dir="ltr" className="num">
      {rateText(of, prices)}
    </bdi>
  )
}

interface RateTextProps {
  of: Parameters<typeof rateText>[0]
  prices: Parameters<typeof rateText>[1]
}

interface AssetSelectProps {
  value: string
  onValueChange: (symbol: string) => void
  /** What the user holds, listed first. */
  held: readonly string[]
}

function AssetSelect({ value, onValueChange, held }: AssetSelectProps) {
  const others = CONVERTIBLE_SYMBOLS.filter((symbol) => !held.includes(symbol))
  return (
    <Select value={value} onChange={(event) => onValueChange(event.target.value)}>
      {held.length > 0 && (
        <optgroup label={t('You hold')}>
          {held.map((symbol) => (
            <option key={symbol}>{symbol}</option>
          ))}
        </optgroup>
      )}
      <optgroup label={t('All assets')}>
        {others.map((symbol) => (
          <option key={symbol}>{symbol}</option>
        ))}
      </optgroup>
    </Select>
  )
}

/** A quote with its end on this device's clock. */
export interface HeldQuote extends ConversionQuote {
  /** Counted from the request, so it never ends after the server's expiry. */
  readonly endsAtMs: number
  /** It replaced a quote that was refused: its price had moved, or it had expired. */
  readonly isReplacement?: boolean
}

interface ConvertConfirmationProps {
  form: CommandForm<ConvertDraft>
  quote: HeldQuote
  hasExpired: boolean
  onExpire: () => void
  available: Decimal | undefined
}

/** Step 2: the exact terms, and how long they are valid. */
export function ConvertConfirmation(props: ConvertConfirmationProps) {
  const { form, quote, hasExpired, onExpire, available } = props
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <div role="status" className="empty:sr-only">
        {hasExpired && (
          <Notice tone="warn">{t('This quote has expired. Request a new one.')}</Notice>
        )}
      </div>
      {!hasExpired && (
        <p className="flex min-h-12 items-center justify-between gap-3 rounded-md border border-line px-4 text-sm">
          <span className="text-fg-2">{t('These terms are valid for')}</span>
          <span className="font-semibold text-accent text-lg">
            <Countdown key={quote.id} endsAtMs={quote.endsAtMs} onEnd={onExpire} />
          </span>
        </p>
      )}
      {/* Other terms are read out when they take the place of these. */}
      <div aria-live="polite" aria-atomic="true" className={hasExpired ? 'opacity-45' : undefined}>
        <SummaryList
          rows={[
            {
              label: t('You give'),
              value: <Money amount={quote.amount} symbol={quote.from} />,
              strong: true,
            },
            {
              label: t('You receive'),
              value: <Money amount={quote.received} symbol={quote.to} />,
              strong: true,
            },
            {
              label: t('Spread'),
              value: t('{percent}%, included', { percent: quote.spreadPercent }),
            },
            { label: t('Rate'), value: <RateText of={quote} prices={quote} /> },
            availableAfterwards(parseUnits(quote.amount), available, { symbol: quote.from }),
          ]}
        />
      </div>
      <FormNotices form={form} />
    </form>
  )
}
