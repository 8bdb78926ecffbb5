import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatUnits, parseUnits, tryParseUnits } from '#shared/money.ts'
import { approvalValue } from '#shared/rules/second-approval.ts'
import {
  amountAt,
  executionOf,
  type OrderCommand,
  orderTypeOf,
  refusalOf,
  reserveOf,
} from '#shared/rules/spot-orders.ts'

/** Numbers of every size: each number of digits is equally likely. */
const decimal = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 23n - 1n }), fc.nat(22))
  .map(([units, cut]) => formatUnits(units / 10n ** BigInt(cut) + 1n))
const limit = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 17n - 1n }), fc.nat(16))
  .map(([cents, cut]) => formatUnits((cents / 10n ** BigInt(cut) + 1n) * parseUnits('0.01')))

const pair = { symbol: 'BTC/USDT' } as const
const side = fc.constantFrom('buy', 'sell')
const command: fc.Arbitrary<OrderCommand> = fc.oneof(
  fc.record({ side, amount: decimal, price: limit }).map((order) => ({ ...pair, ...order })),
  fc.record({ side, amount: decimal }).map((order) => ({ ...pair, ...order })),
  decimal.map((spend) => ({ ...pair, side: 'buy' as const, spend })),
)

test('the amounts of an accepted order can be recorded and valued for staff', () => {
  let accepted = 0
  fc.assert(
    fc.property(command, decimal, (order, live) => {
      if (refusalOf(order, { available: () => undefined, marketPrice: live })) return
      accepted += 1
      const orderType = orderTypeOf(order)
      const price = (orderType === 'limit' && order.price) || live
      const { symbol, units } = reserveOf(order, price)
      const reserved = { symbol, amount: formatUnits(units) }
      const amount = amountAt(order, price)
      const waiting = { ...pair, side: order.side, orderType, amount, price, reserved }
      const { spent, received, returned } = executionOf(waiting, price)
      for (const moved of [reserved, spent, received, returned]) {
        expect(tryParseUnits(moved.amount), moved.amount).toBeDefined()
      }
      const ways = [spent, received].map((moved) => [{ amount: moved.amount, price: live }])
      expect(approvalValue(ways)).not.toBeNull()
    }),
    { numRuns: 2_000 },
  )
  expect(accepted).toBeGreaterThan(200)
})
