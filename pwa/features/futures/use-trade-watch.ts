import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type TimedTrade, useFuturesStore } from '#pwa/stores/futures.ts'
import { useToasts } from '#pwa/stores/toasts.ts'
import type { FuturesTrade } from '#shared/contract/futures.ts'
import { isRunning, useFutures } from './use-futures.ts'

/** Source: docs/product.md, Screens and navigation. */
const COMPLETION_TOAST_MS = 5_000

/** Every running trade, and the ended ones that this tab saw end and the user has not dismissed. */
export function useTradeWatch() {
  const { data, running = [] } = useFutures()
  const countdown = useFuturesStore((state) => state.countdown)
  const closeCountdown = useFuturesStore((state) => state.closeCountdown)
  const showToast = useToasts((state) => state.show)
  const dismissToast = useToasts((state) => state.dismiss)
  const [completed, setCompleted] = useState<readonly FuturesTrade[]>([])
  const seen = useRef(new Set<string>())
  const notices = useRef(new Map<string, string>())

  const endNotice = (trade: FuturesTrade) => {
    const notice = notices.current.get(trade.id)
    if (notice === undefined) return
    notices.current.delete(trade.id)
    dismissToast(notice)
    showToast({
      title: trade.result === 'void' ? 'Trade Voided' : 'Trade Completed',
      message: 'Check your balance',
      durationMs: COMPLETION_TOAST_MS,
    })
  }
  const follow = useEffectEvent((trades: readonly FuturesTrade[]) => {
    const ended = trades.filter((trade) => !isRunning(trade) && seen.current.delete(trade.id))
    for (const { id } of trades.filter(isRunning)) seen.current.add(id)
    if (ended.length === 0) return
    // Where its countdown is open, that says it.
    const untold = ended.filter(({ id }) => id !== countdown?.id)
    setCompleted((before) => [...untold, ...before])
    ended.forEach(endNotice)
  })
  useEffect(() => {
    if (data) follow(data)
  }, [data])
  useEffect(() => {
    if (countdown) seen.current.add(countdown.id)
  }, [countdown])

  function leaveCountdown() {
    closeCountdown()
    if (!countdown || !isRunning(currentOf(countdown, data))) return
    const notice = showToast({
      title: 'Trade running',
      message: `${countdown.symbol} ${countdown.side}, ${countdown.amount} USDT. Its card stays on every page until the result is there.`,
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

/** The newest that is known of a trade. */
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
