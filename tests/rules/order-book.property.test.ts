import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ASSETS } from '#shared/assets.ts'
import { formatUnits, multiplyUnits, parseUnits } from '#shared/money.ts'
import { drawOrderBook, LEVELS_GENERATED, type OrderBook } from '#shared/rules/order-book.ts'
import { seededRandom } from '#shared/seeded-random.ts'

const symbol = fc.constantFrom(...ASSETS.map((asset) => asset.symbol))
const price = fc.bigInt({ min: 2_000_000n, max: 20_000_000_000_000n }).map(formatUnits)
const numbers = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
  minLength: 48,
  maxLength: 48,
})

/** Repeats the numbers in a cycle. */
function from(values: readonly number[]): () => number {
  let next = 0
  return () => values[next++ % values.length] ?? 0
}

function volumeOf(levels: OrderBook['asks']): bigint {
  return levels.reduce((sum, { amount }) => sum + parseUnits(amount), 0n)
}

describe('a generated order book', () => {
  test('has bids below and asks above the price, in order, on the price step', () => {
    fc.assert(
      fc.property(symbol, price, numbers, (base, last, random) => {
        const step = 1_000_000n
        const book = drawOrderBook(base, last, '0.01', from(random))
        const asks = book.asks.map((level) => parseUnits(level.price))
        const bids = book.bids.map((level) => parseUnits(level.price))
        expect(asks).toHaveLength(LEVELS_GENERATED)
        expect(bids).toHaveLength(LEVELS_GENERATED)
        expect(asks.every((ask) => ask > parseUnits(last) && ask % step === 0n)).toBe(true)
        expect(bids.every((bid) => bid > 0n && bid < parseUnits(last) && bid % step === 0n)).toBe(
          true,
        )
        expect(parseUnits(book.spread)).toBe((asks[0] ?? 0n) - (bids[0] ?? 0n))
        expect(asks.toSorted((a, b) => Number(a - b))).toEqual(asks)
        expect(bids.toSorted((a, b) => Number(b - a))).toEqual(bids)
      }),
    )
  })

  test('has a total for each level and a volume for each side', () => {
    fc.assert(
      fc.property(symbol, price, numbers, (base, last, random) => {
        const book = drawOrderBook(base, last, '0.01', from(random))
        for (const { price: at, amount, total } of [...book.asks, ...book.bids]) {
          const expected = multiplyUnits(parseUnits(amount), parseUnits(at), 'down')
          expect(parseUnits(total)).toBe(expected)
        }
        expect(parseUnits(book.askVolume)).toBe(volumeOf(book.asks))
        expect(parseUnits(book.bidVolume)).toBe(volumeOf(book.bids))
      }),
    )
  })

  test('keeps its amounts and moves its prices with the price, between two refreshes', () => {
    const draw = (last: string) => drawOrderBook('BTC', last, '0.01', seededRandom(7))
    const [before, after] = [draw('58000'), draw('58123.45')]
    const amountsOf = ({ asks, bids }: OrderBook) => [...asks, ...bids].map(({ amount }) => amount)
    expect(amountsOf(after)).toEqual(amountsOf(before))
    expect(after.lastPrice).toBe('58123.45')
    expect(parseUnits(after.asks[0]?.price ?? '0')).toBeGreaterThan(parseUnits('58123.45'))
    expect(parseUnits(after.bids[0]?.price ?? '0')).toBeLessThan(parseUnits('58123.45'))
  })

  test('is the same for the same random numbers', () => {
    const draw = () => drawOrderBook('BTC', '58000', '0.01', from([0.1, 0.9, 0.4]))
    expect(draw()).toEqual(draw())
  })
})
