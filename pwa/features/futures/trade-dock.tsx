import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { OwnAmounts } from '#pwa/components/own-amounts.tsx'
import { useSession } from '#pwa/hooks/use-session.ts'
import { noteDockHeight } from '#pwa/stores/dock-height.ts'
import { type TimedTrade, useFuturesStore } from '#pwa/stores/futures.ts'
import { useHiddenBalances } from '#pwa/stores/hidden-balances.ts'
import { useToasts } from '#pwa/stores/toasts.ts'
import { keepWatchedTrades, recallWatchedTrades } from '#pwa/stores/watched-trades.ts'
import { IconButton } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import type { FuturesTrade } from '#shared/contract/futures.ts'
import { formatLimit } from '#shared/format.ts'
import { pricedAssetOf } from '#shared/rules/futures.ts'
import { t } from '#shared/text/t.ts'
import { CountdownDialog } from './countdown-dialog.tsx'
import { CompletedCard, RunningCard } from './running-card.tsx'
import { TradeDetailsDialog } from './trade-details-dialog.tsx'
import { endTitleOf, tradeName } from './trade-status.tsx'
import { isRunning, useFutures, useWatchedPrices } from './use-futures.ts'

export function TradeDock() {
  const { running, completed, putAway, countdown, leaveCountdown } = useTradeWatch()
  const [shown, setShown] = useState<FuturesTrade>()
  return (
    <>
      <section
        ref={useHeightNoted()}
        aria-label={t('Futures trades')}
        className="pointer-events-none fixed inset-x-0 bottom-(--bottom-edge) z-30 flex flex-col gap-2 mx-safe *:pointer-events-auto md:inset-x-auto md:end-6 md:bottom-[calc(1.5rem+var(--bottom-edge))] md:w-96"
      >
        <div role="status" className="flex flex-col gap-2 empty:sr-only">
          <OwnAmounts>
            {completed.map((trade) => (
              <CompletedCard
                key={trade.id}
                trade={trade}
                onDetails={() => setShown(trade)}
                onClose={() => putAway(trade.id)}
              />
            ))}
          </OwnAmounts>
        </div>
        {running.length > 0 && (
          <OwnAmounts>
            <RunningCards trades={running} />
          </OwnAmounts>
        )}
      </section>
      {countdown && (
        <CountdownDialog
          trade={countdown}
          onClose={leaveCountdown}
          onDetails={() => {
            leaveCountdown()
            setShown(countdown)
          }}
        />
      )}
      {shown && <TradeDetailsDialog trade={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

/**
 * Shows the next trade to end, and the others on request, because pages need the bottom edge for
 * their own controls, such as the form of the next trade.
 */
function RunningCards({ trades }: { trades: readonly TimedTrade[] }) {
  const [showsAll, setShowsAll] = useState(false)
  const { priceOf } = useWatchedPrices()
  const openCountdown = useFuturesStore((state) => state.openCountdown)
  const Icon = showsAll ? ChevronDown : ChevronUp
  return (
    <div className="flex items-end gap-2">
      <div
        className={classNames(
          'flex min-w-0 flex-1 flex-col gap-2',
          showsAll && 'max-h-[50dvh] overflow-y-auto',
        )}
      >
        {trades.map((trade, index) => (
          <RunningCard
            key={trade.id}
            trade={trade}
            price={priceOf(pricedAssetOf(trade.symbol))}
            className={showsAll || index === 0 ? undefined : 'hidden'}
            onOpen={() => isRunning(trade) && openCountdown(trade)}
          />
        ))}
      </div>
      {trades.length > 1 && (
        <IconButton
          label={
            showsAll
              ? t('Show fewer trades')
              : t('Show all {count, plural, one {# trade} other {# trades}}', {
                  count: trades.length,
                })
          }
          aria-expanded={showsAll}
          className={classNames(
            'border border-line bg-surface-2 shadow-raised',
            !showsAll && 'h-auto self-stretch',
          )}
          onClick={() => setShowsAll(!showsAll)}
        >
          <Icon aria-hidden="true" className="size-4" />
          {!showsAll && <span className="num font-semibold text-xs">{trades.length}</span>}
        </IconButton>
      )}
    </div>
  )
}

/** Pages and toasts leave space for what is at the bottom edge. */
function useHeightNoted() {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => noteDockHeight(spaceOf(element)))
    observer.observe(element)
    return () => {
      observer.disconnect()
      noteDockHeight(0)
    }
  }, [])
  return box
}

const GAP_PX = 12

function spaceOf({ offsetHeight, childElementCount, children }: HTMLElement): number {
  const isEmpty = childElementCount === 1 && children[0]?.childElementCount === 0
  return isEmpty ? 0 : offsetHeight + GAP_PX
}

/** Source: docs/product.md, Screens and navigation. */
const COMPLETION_TOAST_MS = 5_000

/**
 * Every running trade, and the ended ones that this device saw running and has not announced yet.
 */
function useTradeWatch() {
  const { user } = useSession()
  const { data, running = [] } = useFutures()
  const countdown = useFuturesStore((state) => state.countdown)
  const closeCountdown = useFuturesStore((state) => state.closeCountdown)
  const isHidden = useHiddenBalances((state) => state.isHidden)
  const showToast = useToasts((state) => state.show)
  const dismissToast = useToasts((state) => state.dismiss)
  const [completed, setCompleted] = useState<readonly FuturesTrade[]>([])
  const [seen] = useState(() => new Set(user && recallWatchedTrades(user.userId)))
  const notices = useRef(new Map<string, string>())

  const announceEnd = (trade: FuturesTrade) => {
    const notice = notices.current.get(trade.id)
    if (notice !== undefined) dismissToast(notice)
    notices.current.delete(trade.id)
    showToast({
      title: endTitleOf(trade),
      message: t('Check your balance'),
      durationMs: COMPLETION_TOAST_MS,
    })
  }
  const follow = useEffectEvent((trades: readonly FuturesTrade[]) => {
    const ended = trades.filter((trade) => !isRunning(trade) && seen.delete(trade.id))
    for (const { id } of trades.filter(isRunning)) seen.add(id)
    if (user) keepWatchedTrades({ userId: user.userId, ids: [...seen] })
    // If its countdown is open, the countdown shows the result.
    const unannounced = ended.filter(({ id }) => id !== countdown?.id)
    if (unannounced.length === 0) return
    setCompleted((before) => [...unannounced, ...before])
    unannounced.forEach(announceEnd)
  })
  useEffect(() => {
    if (data) follow(data)
  }, [data])
  useEffect(() => {
    if (countdown) seen.add(countdown.id)
  }, [countdown, seen])

  function leaveCountdown() {
    closeCountdown()
    if (!countdown || !isRunning(currentOf(countdown, data))) return
    const amount = isHidden ? 'hidden' : formatLimit(countdown.amount)
    const notice = showToast({
      title: t('Trade running'),
      message: t(
        '{trade}{amount, select, hidden {} other {, {amount} USDT}}. Its card stays on every page until the result is known.',
        { trade: tradeName(countdown), amount },
      ),
      durationMs: Number.POSITIVE_INFINITY,
    })
    notices.current.set(countdown.id, notice)
  }

  return {
    running: withCountdown(running, data, countdown),
    completed,
    putAway: (id: string) => setCompleted((before) => before.filter((trade) => trade.id !== id)),
    countdown: countdown && currentOf(countdown, running.find(sameAs(countdown)) ? running : data),
    leaveCountdown,
  }
}

/** The newest known state of a trade. */
function currentOf(trade: TimedTrade, among: readonly FuturesTrade[] | undefined): TimedTrade {
  return { ...trade, ...among?.find(sameAs(trade)) }
}

function sameAs({ id }: FuturesTrade) {
  return (other: FuturesTrade) => other.id === id
}

/** A trade that was opened a moment ago may not be in the list yet. Soonest end first. */
function withCountdown(
  running: readonly TimedTrade[],
  listed: readonly FuturesTrade[] | undefined,
  countdown: TimedTrade | undefined,
): readonly TimedTrade[] {
  const isMissing = countdown && !listed?.some(sameAs(countdown))
  const all = isMissing ? [...running, countdown] : running
  return all.toSorted((one, other) => one.endsAtMs - other.endsAtMs)
}
