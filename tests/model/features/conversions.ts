import fc from 'fast-check'
import {
  conversions as aggregate,
  executeConversion,
  quoteConversion,
} from '#server/features/conversions/decider.ts'
import type { Units } from '#shared/money.ts'
import { isRefusal } from '#shared/refusal.ts'
import { CONVERT_TERMS_DEFAULT, QUOTE_VALID_MS } from '#shared/rules/conversions.ts'
import { act, amountOf, type MoneyFeature, sum, who } from '../money-feature.ts'
import type { Turn } from '../turn.ts'

const symbol = fc.constantFrom('USDT', 'BTC', 'ETH')
const converted = fc.record({
  user: who,
  from: symbol,
  to: symbol,
  amount: sum('0.01', '250'),
  waitMs: fc.constantFrom(0, 0, QUOTE_VALID_MS - 1, QUOTE_VALID_MS),
  /** Whether prices are recorded after the confirmation: the same as before. */
  goesOn: fc.oneof({ arbitrary: fc.constant(true), weight: 4 }, fc.constant(false)),
})

const factsOf = (turn: Turn, available: Units) => ({
  at: turn.at,
  available,
  tickOf: (symbol: string) => turn.current(symbol),
  terms: CONVERT_TERMS_DEFAULT,
  convertedToday: 0n,
})

export const conversions: MoneyFeature = {
  aggregate,
  acts: {
    convert: act(converted, async (turn, { user, from, to, amount, waitMs, goesOn }) => {
      const owner = turn.user(user)
      const { userId } = owner
      const available = await turn.available(owner, from)
      const quote = quoteConversion(
        { id: turn.world.newId(), userId, from, to, amount: amountOf(amount, available) },
        factsOf(turn, available),
      )
      if (isRefusal(quote)) return quote
      turn.world.pass(waitMs)
      const tickOf = (symbol: string) => {
        const tick = turn.current(symbol)
        return tick && goesOn ? { ...tick, id: turn.world.newId(), at: turn.at } : tick
      }
      return turn.open(
        aggregate,
        owner,
        async (state) =>
          executeConversion(
            state,
            { userId, userNo: String(owner.userNo), quote },
            { ...factsOf(turn, await turn.available(owner, from)), tickOf },
          ),
        quote.id,
      )
    }),
  },
}
