import type { Clock } from '#server/platform/clock.ts'
import { ASSETS, type Asset, assetOf, findAsset, isStablecoin } from '#shared/assets.ts'
import type { Price } from '#shared/contract/prices.ts'
import { isFresh } from '#shared/rules/prices.ts'
import { epochMsOf } from '#shared/time.ts'
import { originOf, type PriceSource } from './price-source.ts'
import { fixedTick, type QuotedTick, type Tick } from './tick.ts'

export type TickListener = (tick: Tick) => void

/** The latest recorded tick of every asset, as this process knows it. */
export interface PriceBoard {
  /** Ticks in the order in which they were recorded. */
  take(ticks: readonly QuotedTick[]): void
  current(symbol: string): Tick | undefined
  row(symbol: string): Price
  list(): Price[]
  onTick(listener: TickListener): () => void
}

export function createPriceBoard(
  source: Pick<PriceSource, 'name' | 'origin'>,
  clock: Clock,
): PriceBoard {
  const latest = new Map<string, QuotedTick>()
  const listeners = new Set<TickListener>()

  function current(symbol: string): Tick | undefined {
    if (isStablecoin(symbol)) return findAsset(symbol) && fixedTick(symbol, clock.now())
    const tick = latest.get(symbol)
    return tick && isFresh(observedMsOf(tick), clock.now()) ? bare(tick) : undefined
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
      // A stale day's statistics would be read as today's.
      change24h: isStablecoin(symbol) ? '0' : (shown && tick?.change24h) || null,
      volume24h: (shown && tick?.volume24h) || null,
      updatedAt: shown?.at ?? tick?.at ?? null,
      source: from,
      origin: from === source.name ? source.origin : originOf(from),
    }
  }

  return {
    take(ticks) {
      const listed = ticks.filter(({ symbol }) => findAsset(symbol) && !isStablecoin(symbol))
      for (const tick of listed) {
        latest.set(tick.symbol, tick)
        for (const listener of listeners) listener(bare(tick))
      }
    },
    current,
    row: (symbol) => row(assetOf(symbol)),
    list: () => ASSETS.map(row),
    onTick(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A source whose clock runs ahead must not make its prices last longer. */
function observedMsOf({ observedMs, at }: QuotedTick): number {
  return Math.min(observedMs, epochMsOf(at))
}

function bare({ id, symbol, source, price, at }: QuotedTick): Tick {
  return { id, symbol, source, price, at }
}
