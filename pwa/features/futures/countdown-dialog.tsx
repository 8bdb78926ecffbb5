import type { TimedTrade } from '#pwa/stores/futures.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { PriceText } from '#pwa/ui/price-text.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { formatCountdown } from '#shared/format.ts'
import { FUTURES_CURRENCY, pricedAssetOf } from '#shared/rules/futures.ts'
import { SECOND_MS } from '#shared/time.ts'
import { CountdownRing } from './countdown-ring.tsx'
import { CountdownOutcome, PotentialAmounts, RunningAmount, Settling } from './countdown-states.tsx'
import { SideText } from './profit-loss.tsx'
import { COUNTDOWN_TICK_MS, clockOf } from './trade-clock.ts'
import { isRunning, useWatchedPrices } from './use-futures.ts'
import { useNowMs } from './use-now.ts'

interface CountdownDialogProps {
  trade: TimedTrade
  onClose: () => void
  onDetails: () => void
}

/** One trade from its opening to its result. */
export function CountdownDialog({ trade, onClose, onDetails }: CountdownDialogProps) {
  const isOpen = isRunning(trade)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={titleOf(trade)}
      description={
        <>
          {trade.symbol} <SideText side={trade.side} />
        </>
      }
      size="small"
      footer={
        isOpen ? (
          <Button className="flex-1" onClick={onClose}>
            Close, keep it running
          </Button>
        ) : (
          <>
            <Button className="flex-1" onClick={onDetails}>
              Details
            </Button>
            <Button variant="primary" className="flex-1" onClick={onClose}>
              Done
            </Button>
          </>
        )
      }
    >
      {isOpen ? <Running trade={trade} /> : <CountdownOutcome trade={trade} />}
    </Dialog>
  )
}

function titleOf(trade: TimedTrade): string {
  if (isRunning(trade)) return 'Trade Running'
  return trade.result === 'void' ? 'Trade Voided' : 'Trade Completed'
}

function Running({ trade }: { trade: TimedTrade }) {
  const clock = clockOf(trade, useNowMs(COUNTDOWN_TICK_MS))
  const { priceOf } = useWatchedPrices()
  const price = priceOf(pricedAssetOf(trade.symbol))
  return (
    <div className="flex flex-col gap-4">
      <CountdownRing
        leftMs={clock.leftMs}
        leftShare={clock.leftShare}
        note={`of ${formatCountdown(trade.duration * SECOND_MS)}`}
      />
      <div className="grid min-h-24 content-center">
        {clock.phase === 'potential' && <PotentialAmounts trade={trade} lit={clock.lit} />}
        {clock.phase === 'running' && <RunningAmount trade={trade} price={price} />}
        {clock.phase === 'settling' && <Settling />}
      </div>
      <SummaryList
        rows={[
          {
            label: 'Amount',
            value: <Money amount={trade.amount} symbol={FUTURES_CURRENCY} as="order" />,
          },
          { label: 'Profit rate', value: `${trade.profit_ratio}%` },
          { label: 'Entry price', value: <PriceText price={trade.entry_price} /> },
          { label: 'Current price', value: <PriceText price={price} />, strong: true },
        ]}
      />
    </div>
  )
}
