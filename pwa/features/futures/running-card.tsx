import { Maximize2, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import type { TimedTrade } from '#pwa/stores/futures.ts'
import { showFailure } from '#pwa/stores/toasts.ts'
import { Button, IconButton } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { PASSING_NOTICE } from '#pwa/ui/keep-focus.ts'
import { Money } from '#pwa/ui/money.tsx'
import { useAmountsHidden } from '#pwa/ui/own-amounts.tsx'
import { rowName } from '#pwa/ui/row-name.ts'
import { completeFutures, type FuturesTrade } from '#shared/contract/futures.ts'
import { formatCountdown, formatLimit, formatPrice } from '#shared/format.ts'
import type { Decimal } from '#shared/money.ts'
import { FUTURES_CURRENCY } from '#shared/rules/futures.ts'
import { msg, t, translated } from '#shared/text/t.ts'
import { barShareOf, clockOf } from './trade-clock.ts'
import { endTitleOf, ProfitLoss, ResultIcon, SideText, tradeName } from './trade-status.tsx'
import { useFutures, useNowMs } from './use-futures.ts'

interface RunningCardProps {
  trade: TimedTrade
  price: Decimal | undefined
  /** A hidden card still counts down and settles. */
  className?: string | undefined
  onOpen: () => void
}

const TICK_MS = 250

export function RunningCard({ trade, price, className, onOpen }: RunningCardProps) {
  const { leftMs } = clockOf(trade, useNowMs(TICK_MS))
  const { isOnline } = useConnection()
  const isHidden = useAmountsHidden()
  const isOver = leftMs === 0
  useSettlement(trade, isOver)
  return (
    <article
      aria-label={t('Trade Running: {trade}', { trade: tradeName(trade) })}
      className={className}
    >
      <div className="relative overflow-hidden rounded-md border border-line bg-surface-2 shadow-raised max-md:rounded-none max-md:border-x-0 max-md:border-b-0">
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-0.5 px-4 py-2.5 md:py-3">
          <p className="font-semibold text-fg text-sm">{t('Trade Running')}</p>
          <p className="num font-semibold text-base text-fg" role="timer" aria-live="off">
            {formatCountdown(leftMs)}
          </p>
          <p className="dotted text-fg-2 text-xs">
            <span>
              <bdi>{trade.symbol}</bdi> <SideText side={trade.side} />
            </span>
            <Money amount={trade.amount} symbol={FUTURES_CURRENCY} as="order" />
            <span className="text-fg-3">{noteOf(trade, { isOver, isOnline, price })}</span>
          </p>
          <Maximize2
            aria-hidden="true"
            className="size-3.5 self-center justify-self-end text-fg-3"
          />
        </div>
        <progress
          max={100}
          value={barShareOf(leftMs) * 100}
          aria-label={t('Last minute of the trade')}
          className={classNames(BAR)}
        />
        <button
          type="button"
          onClick={onOpen}
          aria-label={t(
            'Open the countdown of {trade}{amount, select, hidden {} other {, {amount} USDT}}',
            {
              trade: tradeName(trade),
              amount: isHidden ? 'hidden' : formatLimit(trade.amount),
            },
          )}
          className="absolute inset-0 rounded-md hover:bg-fg/5 focus-visible:outline-offset-[-2px]"
        />
      </div>
    </article>
  )
}

interface Facts {
  readonly isOver: boolean
  readonly isOnline: boolean
  readonly price: Decimal | undefined
}

function noteOf({ status }: TimedTrade, { isOver, isOnline, price }: Facts): ReactNode {
  if (status === 'opening') return t('opening at the next price')
  if (isOver) return isOnline ? t('settling') : t('ended, result when online')
  if (price === undefined) return t('Price not available')
  return t('now {price}', { price: formatPrice(price) })
}

const BAR =
  'block h-1 w-full appearance-none bg-surface-3 [&::-moz-progress-bar]:bg-accent-fill [&::-webkit-progress-bar]:bg-surface-3 [&::-webkit-progress-value]:bg-accent-fill'

interface CompletedCardProps {
  trade: FuturesTrade
  onDetails: () => void
  onClose: () => void
}

/** Source: docs/product.md, Futures. */
const SHOWN_MS = 3_000

/** Closes automatically, but not while it is hovered or has the focus, which F8 moves here. */
export function CompletedCard({ trade, onDetails, onClose }: CompletedCardProps) {
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isHeld = isPointedAt || hasFocus
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => close(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld])
  const isVoid = trade.result === 'void'
  return (
    <article
      {...PASSING_NOTICE}
      aria-label={t('{title}: {trade}', { title: endTitleOf(trade), trade: tradeName(trade) })}
      className="flex animate-pop-in items-start gap-3 rounded-md max-md:mx-3 border border-line bg-surface-2 py-1 ps-4 pe-1 shadow-raised"
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      <ResultIcon trade={trade} className="mt-2.5 size-5" />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 py-2">
        <p className="font-semibold text-fg text-sm">{endTitleOf(trade)}</p>
        <p className="text-fg-2 text-xs">
          <bdi>{trade.symbol}</bdi> <SideText side={trade.side} />
        </p>
        {isVoid ? (
          <p className="text-fg-2 text-sm">{translated(trade.void_reason ?? '')}</p>
        ) : (
          <ProfitLoss amount={trade.profit_loss} className="font-semibold text-base" />
        )}
      </div>
      <div className="flex flex-col items-end">
        <IconButton label={t('Close')} onClick={onClose}>
          <X className="size-4" />
        </IconButton>
        <Button
          variant="ghost"
          size="small"
          aria-label={rowName(t('Details'), tradeName(trade))}
          onClick={onDetails}
        >
          {t('Details')}
        </Button>
      </div>
    </article>
  )
}

/** The list first; then, as long as it still runs there, the server is asked to settle it. */
const ASK_AFTER_MS = [1_500, 2_000, 3_000, 5_000, 10_000] as const

/** Source: docs/product.md, Futures. */
const FAILED = {
  title: msg('Failed to complete trade'),
  message: msg('Failed to process trade completion. Please contact support.'),
}

/** Asks the server to settle a trade that has ended while the app is open. */
function useSettlement(trade: TimedTrade, isOver: boolean): void {
  const { isOnline } = useConnection()
  const { refetch } = useFutures()
  const { submit } = useSubmit(completeFutures)
  const look = useEffectEvent(refetch)
  const complete = useEffectEvent(async () => {
    const result = await submit({ body: { tradeId: trade.id } })
    if (result.state !== 'refused' || isPatient(result.failure.status)) return true
    showFailure(result.failure, { title: t(FAILED.title), message: t(FAILED.message) })
    return false
  })

  useEffect(() => {
    if (!isOver || !isOnline) return
    let tries = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    let isStopped = false
    const ask = async () => {
      const mayAskAgain = await complete()
      if (mayAskAgain && !isStopped) later()
    }
    const later = () => {
      timer = setTimeout(() => void ask(), ASK_AFTER_MS[Math.min(tries, ASK_AFTER_MS.length - 1)])
      tries += 1
    }
    look()
    later()
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [isOver, isOnline])
}

/** Not over by the server's clock, no price yet, or no connection: simply ask again. */
function isPatient(status: number): boolean {
  return status === 0 || status === 409 || status === 503
}
