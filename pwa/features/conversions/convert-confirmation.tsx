import { availableAfterwards } from '#pwa/components/available.tsx'
import { FormNotices } from '#pwa/components/form-notices.tsx'
import type { CommandForm } from '#pwa/hooks/use-command-form.ts'
import { Countdown } from '#pwa/ui/countdown.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import type { ConversionQuote } from '#shared/contract/conversions.ts'
import { type Decimal, parseUnits } from '#shared/money.ts'
import { type ConvertDraft, rateText } from './convert-draft.ts'

/** A quote with its end on this device's clock. */
export interface HeldQuote extends ConversionQuote {
  /** Counted from when it was asked for, so never later than the server's end. */
  readonly endsAtMs: number
}

interface ConvertConfirmationProps {
  form: CommandForm<ConvertDraft>
  quote: HeldQuote
  hasExpired: boolean
  onExpire: () => void
  available: Decimal | undefined
}

/** Step 2: the exact terms, and how long they hold. */
export function ConvertConfirmation(props: ConvertConfirmationProps) {
  const { form, quote, hasExpired, onExpire, available } = props
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      {hasExpired ? (
        <Notice tone="warn">This quote has expired. Ask for a new one.</Notice>
      ) : (
        <p className="flex min-h-12 items-center justify-between gap-3 rounded-md border border-line px-4 text-sm">
          <span className="text-fg-2">These terms hold for</span>
          <span className="font-semibold text-accent text-lg">
            <Countdown key={quote.id} endsAtMs={quote.endsAtMs} onEnd={onExpire} />
          </span>
        </p>
      )}
      <div className={hasExpired ? 'opacity-45' : undefined}>
        <SummaryList
          rows={[
            {
              label: 'You give',
              value: <Money as="converted" amount={quote.amount} symbol={quote.from} />,
              strong: true,
            },
            {
              label: 'You receive',
              value: <Money as="converted" amount={quote.received} symbol={quote.to} />,
              strong: true,
            },
            {
              label: 'Credited exactly',
              value: <Money amount={quote.received} symbol={quote.to} />,
            },
            { label: 'Rate', value: <span className="num">{rateText(quote, quote)}</span> },
            availableAfterwards(parseUnits(quote.amount), available, { symbol: quote.from }),
          ]}
        />
      </div>
      <FormNotices form={form} />
    </form>
  )
}
