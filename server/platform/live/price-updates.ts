import type { LiveMessage } from '#shared/contract/live.ts'
import type { Price } from '#shared/contract/prices.ts'

/** At most four updates a second: a user would not notice more. */
const UPDATE_MS = 250

/** The parts of the price service that the live channel uses. */
export interface LivePrices {
  list(): readonly Price[]
  price(symbol: string): Price
  onTick(listener: (tick: { readonly symbol: string }) => void): () => void
}

/** Combines the newest price of each symbol into one message, encoded once for all clients. */
export function followPrices(prices: LivePrices, broadcast: (message: Buffer) => void): () => void {
  const changed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastMs = Number.NEGATIVE_INFINITY

  const flush = () => {
    timer = undefined
    lastMs = performance.now()
    broadcast(priceMessage([...changed].map((symbol) => prices.price(symbol))))
    changed.clear()
  }
  const unsubscribe = prices.onTick(({ symbol }) => {
    changed.add(symbol)
    timer ??= setTimeout(flush, Math.max(0, lastMs + UPDATE_MS - performance.now()))
  })
  return () => {
    unsubscribe()
    clearTimeout(timer)
  }
}

export function priceMessage(prices: readonly Price[]): Buffer {
  return encode({
    type: 'price_update',
    data: Object.fromEntries(prices.map((price) => [price.symbol, price])),
  })
}

export function encode(message: LiveMessage): Buffer {
  return Buffer.from(JSON.stringify(message))
}
