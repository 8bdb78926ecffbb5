import type { Clock } from '#server/platform/clock.ts'
import { ASSETS, type Asset, assetOf, findAsset, isStablecoin, PRICE_UNIT } from '#shared/assets.ts'
import type { Price } from '#shared/contract/prices.ts'
import type { KnownPrice } from '#shared/rules/portfolio.ts'
import { FIXED_SOURCE, isFresh, type PriceOrigin } from '#shared/rules/prices.ts'
import { epochMsOf, instantOf } from '#shared/time.ts'
import type { PriceSource } from './price-source.ts'
import type { QuotedTick, Tick, TickMoment } from './tick-log.ts'

type TickListener = (tick: Tick) => void

export type PriceBoard = ReturnType<typeof createPriceBoard>

/** The latest recorded tick of every asset, as known to this process. */
export function createPriceBoard(source: Pick<PriceSource, 'name' | 'origin'>, clock: Clock) {
  const latest = new Map<string, QuotedTick>()
  const listeners = new Set<TickListener>()
  const forgetters = new Set<() => void>()

  function current(symbol: string): Tick | undefined {
    if (!findAsset(symbol)) return undefined
    if (isFixed(symbol)) return fixedTick(symbol, clock.now())
    const tick = latest.get(symbol)
    return tick && isFresh(observedMsOf(tick), clock.now()) ? bare(tick) : undefined
  }

  /**
   * Once the source has quoted a rate, the rate does not fall back to 1 when the source stops
   * quoting it.
   */
  function isFixed(symbol: string): boolean {
    return isStablecoin(symbol) && latest.get(symbol)?.source !== source.name
  }

  function row({ symbol, name }: Asset): Price {
    const tick = latest.get(symbol)
    const shown = current(symbol)
    const from = shown?.source ?? tick?.source ?? source.name
    return {
      id: shown?.id ?? null,
      symbol,
      name,
      price: shown?.price ?? null,
      // Without a current price, the statistics of the day are stale too.
      change24h: isFixed(symbol) ? '0' : (shown && tick?.change24h) || null,
      volume24h: (shown && tick?.volume24h) || null,
      updatedAt: shown?.at ?? tick?.at ?? null,
      ...(shown || !tick ? {} : { lastPrice: tick.price }),
      source: from,
      origin: from === source.name ? source.origin : originOf(from),
    }
  }

  function onTick(listener: TickListener): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return {
    /** Takes ticks in the order in which they were recorded. */
    take(ticks: readonly QuotedTick[]): void {
      const listed = ticks.filter(({ symbol }) => findAsset(symbol) && symbol !== PRICE_UNIT)
      for (const tick of listed) {
        latest.set(tick.symbol, tick)
        for (const listener of listeners) listener(bare(tick))
      }
    },
    /**
     * After a failover the ticks may be missing from the record: none is current until it is read
     * again. A rate that was quoted once stays known.
     */
    forget(): void {
      for (const [symbol, tick] of latest) latest.set(symbol, { ...tick, observedMs: 0 })
      for (const forget of forgetters) forget()
    },
    /** Called when the most recent ticks may be missing from the record. */
    onForget(listener: () => void): () => void {
      forgetters.add(listener)
      return () => forgetters.delete(listener)
    },
    current,
    /** Only for sums: the last price, and since when it is not current. */
    lastKnown(symbol: string): KnownPrice | undefined {
      const { price, lastPrice, updatedAt } = row(assetOf(symbol))
      if (price !== null) return { price }
      return lastPrice && updatedAt ? { price: lastPrice, staleSince: updatedAt } : undefined
    },
    row: (symbol: string) => row(assetOf(symbol)),
    list: () => ASSETS.map(row),
    onTick,
    /** Waits, for a limited time, until this process knows a tick of an asset after a moment. */
    tickAfter(symbol: string, moment: TickMoment, withinMs: number): Promise<void> {
      const isKnown = () => {
        const tick = latest.get(symbol)
        return tick !== undefined && tick.position > moment.position && tick.at >= moment.at
      }
      if (isKnown()) return Promise.resolve()
      return new Promise((resolve) => {
        const timer = setTimeout(end, withinMs)
        const unsubscribe = onTick(() => {
          if (isKnown()) end()
        })
        function end() {
          clearTimeout(timer)
          unsubscribe()
          resolve()
        }
      })
    },
  }
}

/** If a source's clock runs ahead, its prices must not stay current for longer. */
function observedMsOf({ observedMs, at }: QuotedTick): number {
  return Math.min(observedMs, epochMsOf(at))
}

function bare({ id, symbol, source, price, at }: QuotedTick): Tick {
  return { id, symbol, source, price, at }
}

const FIXED_ID_PREFIX = '00000000-0000-7000-8000-'

/**
 * The rate of a stablecoin that the source does not quote. Always current; its id encodes the
 * asset.
 */
function fixedTick(symbol: string, nowMs: number): Tick {
  const id = `${FIXED_ID_PREFIX}${String(assetOf(symbol).number).padStart(12, '0')}`
  return { id, symbol, source: FIXED_SOURCE, price: '1', at: instantOf(nowMs) }
}

/** The origin of a tick, which follows from the name of its source. */
function originOf(sourceName: string): PriceOrigin {
  if (sourceName === 'simulated') return 'simulated'
  return sourceName === 'replay' ? 'replayed' : 'live'
}
