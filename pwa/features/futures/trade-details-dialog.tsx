import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { PriceOriginBadge } from '#pwa/components/price-origin-badge.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Missing, Money, PriceText } from '#pwa/ui/money.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { rich } from '#pwa/ui/rich.ts'
import { ErrorState } from '#pwa/ui/states.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import type { FuturesTick, FuturesTrade } from '#shared/contract/futures.ts'
import { FUTURES_CURRENCY } from '#shared/rules/futures.ts'
import { t, translated } from '#shared/text/t.ts'
import { type CheckStep, type CheckTick, utc } from './check-entry.ts'
import { checkResult } from './check-result.ts'
import { nodeText } from './futures-draft.ts'
import { ProfitLoss, SideText, TradeStatus } from './trade-status.tsx'
import { isRunning, useFuturesTicks } from './use-futures.ts'

interface TradeDetailsDialogProps {
  trade: FuturesTrade
  onClose: () => void
}

export function TradeDetailsDialog({ trade, onClose }: TradeDetailsDialogProps) {
  const { settlement_tick: settled } = trade
  return (
    <Dialog
      onClose={onClose}
      title={t('Trade Details')}
      description={
        <>
          <bdi>{trade.symbol}</bdi> <SideText side={trade.side} /> <PriceOriginBadge />
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SummaryList
          rows={[
            { label: t('Status'), value: <TradeStatus trade={trade} /> },
            {
              label: t('Result'),
              value: <ProfitLoss amount={trade.profit_loss} />,
              strong: true,
            },
            {
              label: t('Amount'),
              value: <Money amount={trade.amount} symbol={FUTURES_CURRENCY} />,
            },
            {
              label: t('Node and profit rate'),
              value: nodeText(trade),
            },
            {
              label: t('Paid back'),
              value: <Money amount={trade.final_amount} symbol={FUTURES_CURRENCY} />,
            },
            { label: t('Requested'), value: <Moment at={trade.created_at} /> },
            { label: t('Opened'), value: <Moment at={trade.opened_at} /> },
            { label: t('Ends'), value: <Moment at={trade.expires_at} /> },
          ]}
        />
        {trade.void_reason && <Notice tone="warn">{translated(trade.void_reason)}</Notice>}
        {trade.last_tick && (
          <TickFacts title={t('Last price before the request')} tick={trade.last_tick} />
        )}
        {trade.entry_tick && <TickFacts title={t('Entry price')} tick={trade.entry_tick} />}
        {settled && <TickFacts title={t('Settlement price')} tick={settled} />}
        {!isRunning(trade) && <ResultCheckSection trade={trade} />}
      </div>
    </Dialog>
  )
}

function Moment({ at }: { at: string | null }) {
  return at === null ? <Missing /> : <bdi className="num">{utc(at)}</bdi>
}

/** A price exactly as recorded. */
function TickFacts({ title, tick }: { title: string; tick: FuturesTick }) {
  return (
    <section aria-label={title} className="rounded-md border border-line px-4 py-3">
      <h3 className="flex items-baseline justify-between gap-3 font-semibold text-fg text-sm">
        {title} <PriceText price={tick.price} className="text-base" />
      </h3>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs max-md:text-[0.6875rem]">
        <Fact name={t('Source')}>{tick.source}</Fact>
        <Fact name={t('Recorded')}>{utc(tick.at)}</Fact>
        <Fact name={t('Price')}>{tick.price}</Fact>
        <Fact name={t('ID')}>{tick.id}</Fact>
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt className="text-fg-3">{name}</dt>
      <dd className="break-all text-end text-fg-2 tabular-nums">
        <bdi>{children}</bdi>
      </dd>
    </>
  )
}

/** Recomputes the result in the browser from the recorded prices, on request. */
function ResultCheckSection({ trade }: { trade: FuturesTrade }) {
  const [isAsked, setAsked] = useState(false)
  const { data, error, refetch, isLoading } = useFuturesTicks(trade.id, isAsked)
  return (
    <section aria-label={t('Check of the result')} className="flex flex-col gap-3">
      {/* Stays mounted after the check, so that it keeps the focus. */}
      <Button
        wide
        busy={isAsked && isLoading}
        onClick={() => (isAsked ? refetch() : setAsked(true))}
      >
        {data ? t('Check again') : t('Check this result')}
      </Button>
      {data && <Check trade={trade} ticks={data.ticks} />}
      {!data && error && (
        <ErrorState title={t('The recorded prices could not be loaded')} message={error.message} />
      )}
    </section>
  )
}

function Check({ trade, ticks }: { trade: FuturesTrade; ticks: readonly CheckTick[] }) {
  const { steps, agrees } = checkResult(trade, ticks)
  return (
    <>
      <p className="text-fg-3 text-xs">
        {t(
          'Computed in this browser from {count, plural, one {# recorded price} other {# recorded prices}}, by the same rule as on the server.',
          { count: ticks.length },
        )}
      </p>
      <ol className="flex flex-col gap-2">
        {steps.map((step, index) => (
          <Step key={step.title} step={step} number={index + 1} />
        ))}
      </ol>
      <p
        role="status"
        className={classNames(
          'flex items-start gap-2 rounded-md border p-3 font-semibold text-sm',
          agrees
            ? 'border-success/40 bg-success/8 text-success'
            : 'border-danger/40 bg-danger/8 text-danger',
        )}
      >
        <Mark agrees={agrees} />
        {agrees
          ? t('The result follows from the recorded prices.')
          : t('The result does not follow from the recorded prices. Please contact support.')}
      </p>
    </>
  )
}

function Step({ step, number }: { step: CheckStep; number: number }) {
  return (
    <li className="flex items-start gap-3 rounded-md border border-line bg-surface-2 px-3 py-2.5">
      <Mark agrees={step.agrees} />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-fg text-sm">
          {rich(
            '{number}. {title}<spoken>{agrees, select, yes {: agrees} other {: does not agree}}</spoken>',
            {
              number,
              title: step.title,
              agrees: step.agrees ? 'yes' : 'no',
              spoken: (inner) => <span className="sr-only">{inner}</span>,
            },
          )}
        </p>
        {step.lines.map((line) => (
          <p key={line} className="break-words text-fg-2 text-xs tabular-nums">
            <bdi>{line}</bdi>
          </p>
        ))}
      </div>
    </li>
  )
}

function Mark({ agrees }: { agrees: boolean }) {
  const Icon = agrees ? CircleCheck : CircleAlert
  return (
    <Icon
      aria-hidden="true"
      className={classNames('mt-0.5 size-4 shrink-0', agrees ? 'text-success' : 'text-danger')}
    />
  )
}
