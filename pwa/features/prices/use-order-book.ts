import { startTransition, useEffect, useRef, useState } from 'react'
import type { Decimal } from '#shared/money.ts'
import { BOOK_REFRESH_MS, drawOrderBook, type OrderBook } from '#shared/rules/order-book.ts'

/** A drawn book around the live price, redrawn every two seconds; none without a price. */
export function useOrderBook(
  base: string,
  price: Decimal | undefined,
  priceStep: Decimal,
): OrderBook | undefined {
  const latest = useRef(price)
  latest.current = price
  const hasPrice = price !== undefined
  const [book, setBook] = useState<OrderBook>()
  useEffect(() => {
    const draw = () => {
      const now = latest.current
      const drawn = now === undefined ? undefined : drawOrderBook(base, now, priceStep, Math.random)
      // A few hundred elements every two seconds: typing takes precedence.
      startTransition(() => setBook(drawn))
    }
    draw()
    if (!hasPrice) return
    const timer = setInterval(draw, BOOK_REFRESH_MS)
    return () => clearInterval(timer)
  }, [base, priceStep, hasPrice])
  return book
}
