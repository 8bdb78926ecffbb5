import { Dialog } from '#pwa/ui/dialog.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import type { FuturesTick, FuturesTrade } from '#shared/contract/futures.ts'
import { formatPrice } from '#shared/format.ts'
import { FUTURES_CURRENCY } from '#shared/rules/futures.ts'
import { utc } from './check-result.ts'
import { durationLabel } from './futures-draft.ts'
import { ProfitLoss, SideText } from './profit-loss.tsx'
import { ResultCheckSection } from './result-check.tsx'
import { RESULT_WORDS, TradeStatus } from './trade-status.tsx'
import { isRunning } from './use-futures.ts'

interface TradeDetailsDialogProps {
  trade: FuturesTrade
  onClose: () => void
}

/** Everything that decided a trade, down to the ids of the two recorded prices. */
export function TradeDetailsDialog({ trade, onClose }: TradeDetailsDialogProps) {
  const { settlement_tick: settled, result } = trade
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Trade Details"
      description={
        <>
          {trade.symbol} <SideText side={trade.side} />
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SummaryList
          rows={[
            { label: 'Status', value: <TradeStatus trade={trade} /> },
            {
              label: 'Result',
              value: (
                <>
                  {result && <span className="text-fg-3">{RESULT_WORDS[result]} </span>}
                  <ProfitLoss amount={trade.profit_loss} />
                </>
              ),
              strong: true,
            },
            {
              label: 'Amount',
              value: <Money amount={trade.amount} symbol={FUTURES_CURRENCY} />,
            },
            {
              label: 'Node and profit rate',
              value: `${durationLabel(trade.duration)} at ${trade.profit_ratio}%`,
            },
            {
              label: 'Paid back',
              value: <Money amount={trade.final_amount} symbol={FUTURES_CURRENCY} />,
            },
            { label: 'Opened', value: <span className="num">{utc(trade.created_at)}</span> },
            { label: 'Ends', value: <span className="num">{utc(trade.expires_at)}</span> },
          ]}
        />
        {trade.void_reason && <Notice tone="warn">{trade.void_reason}</Notice>}
        <TickFacts title="Entry price" tick={trade.entry_tick} />
        {settled && <TickFacts title="Settlement price" tick={settled} />}
        {!isRunning(trade) && <ResultCheckSection trade={trade} />}
      </div>
    </Dialog>
  )
}

/** A recorded price as it stands in the record. */
function TickFacts({ title, tick }: { title: string; tick: FuturesTick }) {
  return (
    <section aria-label={title} className="rounded-md border border-line px-4 py-3">
      <h3 className="flex items-baseline justify-between gap-3 font-semibold text-fg text-sm">
        {title} <span className="num text-base">{formatPrice(tick.price)}</span>
      </h3>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs max-md:text-[0.6875rem]">
        <Fact name="Source">{tick.source}</Fact>
        <Fact name="Recorded">{utc(tick.at)}</Fact>
        <Fact name="Price">{tick.price}</Fact>
        <Fact name="Id">{tick.id}</Fact>
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt className="text-fg-3">{name}</dt>
      <dd className="break-all text-right text-fg-2 tabular-nums">{children}</dd>
    </>
  )
}
