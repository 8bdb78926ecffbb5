import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Decimal } from '#shared/money.ts'
import { BOOK_REFRESH_MS, drawOrderBook, type OrderBook } from '#shared/rules/order-book.ts'
import { seededRandom } from '#shared/seeded-random.ts'

/**
 * A drawn book; none without a price. It is redrawn around each price, and has new amounts every
 * two seconds.
 */
export function useOrderBook(
  base: string,
  price: Decimal | undefined,
  priceStep: Decimal,
): OrderBook | undefined {
  const [seed, setSeed] = useState(newSeed)
  const hasPrice = price !== undefined
  useEffect(() => {
    if (!hasPrice) return
    // A few hundred elements: typing takes precedence.
    const timer = setInterval(() => startTransition(() => setSeed(newSeed())), BOOK_REFRESH_MS)
    return () => clearInterval(timer)
  }, [hasPrice])
  const drawn = useDeferredValue(price)
  return useMemo(
    () => (drawn ? drawOrderBook(base, drawn, priceStep, seededRandom(seed)) : undefined),
    [base, drawn, priceStep, seed],
  )
}

function newSeed(): number {
  return Math.floor(Math.random() * 2 ** 32)
}
