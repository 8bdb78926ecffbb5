import { PriceOriginBadge } from '#pwa/components/price-origin-badge.tsx'
import type { TimedTrade } from '#pwa/stores/futures.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Money, PriceText } from '#pwa/ui/money.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { formatCountdown } from '#shared/format.ts'
import { FUTURES_CURRENCY, pricedAssetOf } from '#shared/rules/futures.ts'
import { t } from '#shared/text/t.ts'
import { SECOND_MS } from '#shared/time.ts'
import {
  CountdownOutcome,
  Opening,
  PotentialAmounts,
  RunningAmount,
  Settling,
} from './countdown-states.tsx'
import { COUNTDOWN_TICK_MS, clockOf, formatTenths } from './trade-clock.ts'
import { endTitleOf, SideText, TradePrice } from './trade-status.tsx'
import { isRunning, useNowMs, useWatchedPrices } from './use-futures.ts'

interface CountdownDialogProps {
  trade: TimedTrade
  onClose: () => void
  onDetails: () => void
}

export function CountdownDialog({ trade, onClose, onDetails }: CountdownDialogProps) {
  const isOpen = isRunning(trade)
  return (
    <Dialog
      onClose={onClose}
      title={titleOf(trade)}
      description={
        <>
          <bdi>{trade.symbol}</bdi> <SideText side={trade.side} /> <PriceOriginBadge />
        </>
      }
      size="small"
      footer={
        isOpen ? (
          <Button className="flex-1" onClick={onClose}>
            {t('Close, keep it running')}
          </Button>
        ) : (
          <>
            <Button className="flex-1" onClick={onDetails}>
              {t('Details')}
            </Button>
            <Button variant="primary" className="flex-1" onClick={onClose}>
              {t('Done')}
            </Button>
          </>
        )
      }
    >
      {isOpen && <Running trade={trade} />}
      {/* There before the result: what comes with its own region is not always read out. */}
      <div role="status">{!isOpen && <CountdownOutcome trade={trade} />}</div>
    </Dialog>
  )
}

function titleOf(trade: TimedTrade): string {
  if (trade.status === 'opening') return t('Trade Opening')
  return isRunning(trade) ? t('Trade Running') : endTitleOf(trade)
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
        note={t('of {time}', { time: formatCountdown(trade.duration * SECOND_MS) })}
      />
      <div className="grid min-h-24 content-center">
        {clock.phase === 'opening' && <Opening />}
        {clock.phase === 'potential' && <PotentialAmounts trade={trade} lit={clock.lit} />}
        {clock.phase === 'running' && <RunningAmount trade={trade} price={price} />}
        {clock.phase === 'settling' && <Settling />}
      </div>
      <SummaryList
        rows={[
          {
            label: t('Amount'),
            value: <Money amount={trade.amount} symbol={FUTURES_CURRENCY} as="order" />,
          },
          { label: t('Profit rate'), value: <bdi>{trade.profit_ratio}%</bdi> },
          trade.status === 'opening'
            ? { label: t('Entry'), value: t('the next recorded price') }
            : { label: t('Entry price'), value: <TradePrice price={trade.entry_price} /> },
          { label: t('Current price'), value: <PriceText price={price} />, strong: true },
        ]}
      />
    </div>
  )
}

interface CountdownRingProps {
  leftMs: number
  /** 1 to 0. */
  leftShare: number
  /** Shown below the time: "of 1:00". */
  note: string
}

const RADIUS = 46

function CountdownRing({ leftMs, leftShare, note }: CountdownRingProps) {
  return (
    <div className="relative mx-auto size-[min(10rem,60cqi)]">
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle
          cx="50"
          cy="50"
          r={RADIUS}
          className="fill-none stroke-surface-3 [stroke-width:5]"
        />
        {/* A round end would leave a dot where nothing is left. */}
        {leftShare > 0 && (
          <circle
            cx="50"
            cy="50"
            r={RADIUS}
            pathLength="100"
            transform="rotate(-90 50 50)"
            strokeLinecap="round"
            strokeDasharray={`${leftShare * 100} 100`}
            className="fill-none stroke-accent-fill [stroke-width:5]"
          />
        )}
      </svg>
      <div className="absolute inset-0 grid place-content-center text-center">
        <span className="num font-semibold text-2xl text-fg" role="timer" aria-live="off">
          {formatTenths(leftMs)}
        </span>
        <span className="num text-fg-3 text-xs">{note}</span>
      </div>
    </div>
  )
}
