import type { TimedTrade } from '#pwa/stores/futures.ts'
import type { FuturesTrade } from '#shared/contract/futures.ts'
import { type Decimal, formatUnits, parseUnits } from '#shared/money.ts'
import { outcomeOf, potentialOf } from '#shared/rules/futures.ts'
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts'

/** Source: docs/product.md, Futures. */
export const COUNTDOWN_TICK_MS = 100
const FLASH_MS = 8 * SECOND_MS
/** The running card's bar shows the last minute. */
const BAR_MS = MINUTE_MS

/** Slower than three flashes a second, the limit of WCAG 2.3.1. */
const FLASH_EVERY_MS = 500

export interface TradeClock {
  readonly leftMs: number
  /** 1 at the beginning, 0 at the end. */
  readonly leftShare: number
  /**
   * opening: the entry is not recorded yet. potential: the first eight seconds, both amounts flash.
   * running: the result at the current price. settling: ended, and the server waits for the
   * deciding price.
   */
  readonly phase: 'opening' | 'potential' | 'running' | 'settling'
  /** Which of the two potential amounts is highlighted. */
  readonly lit: 'profit' | 'loss'
}

/** State of a running trade at a time of this device's clock. */
export function clockOf({ status, endsAtMs, duration }: TimedTrade, nowMs: number): TradeClock {
  const durationMs = duration * SECOND_MS
  if (status === 'opening')
    return { leftMs: durationMs, leftShare: 1, phase: 'opening', lit: 'profit' }
  // A clock that was set back must not show more than the full time.
  const leftMs = Math.min(Math.max(0, endsAtMs - nowMs), durationMs)
  const passedMs = durationMs - leftMs
  return {
    leftMs,
    leftShare: leftMs / durationMs,
    phase: phaseAt(leftMs, passedMs),
    lit: Math.floor(passedMs / FLASH_EVERY_MS) % 2 === 0 ? 'profit' : 'loss',
  }
}

function phaseAt(leftMs: number, passedMs: number): TradeClock['phase'] {
  if (leftMs === 0) return 'settling'
  return passedMs < FLASH_MS ? 'potential' : 'running'
}

/** How much of the last minute is left, 0 to 1. */
export function barShareOf(leftMs: number): number {
  return Math.min(1, leftMs / BAR_MS)
}

/** "1:02.3": cut, so that 0:00.0 is over. */
export function formatTenths(leftMs: number): string {
  const tenths = Math.floor(Math.max(0, leftMs) / 100)
  const seconds = Math.floor(tenths / 10)
  const rest = String(seconds % 60).padStart(2, '0')
  return `${Math.floor(seconds / 60)}:${rest}.${tenths % 10}`
}

/**
 * The result of a trade if it ended at this price; undefined without one and while it is
 * opening. The profit or loss and the difference, price less entry price, are signed.
 */
export function runningResultOf(trade: FuturesTrade, price: Decimal | undefined) {
  if (price === undefined || trade.entry_price === null) return undefined
  const entryPrice = parseUnits(trade.entry_price)
  const stake = parseUnits(trade.amount)
  const { side, profit_ratio: profitRatio } = trade
  const { result, profitLoss } = outcomeOf(
    { side, entryPrice, stake, profitRatio },
    parseUnits(price),
  )
  return {
    result,
    profitLoss: formatUnits(profitLoss),
    difference: formatUnits(parseUnits(price) - entryPrice),
  }
}

/** What may be won or lost: trade amount × profit ratio ÷ 100. */
export function potentialAmountOf({ amount, profit_ratio }: FuturesTrade): Decimal {
  return formatUnits(potentialOf(parseUnits(amount), profit_ratio))
}
