import fc from 'fast-check'
import {
  conversions as aggregate,
  executeConversion,
  quoteConversion,
} from '#server/features/conversions/decider.ts'
import { isRefusal } from '#shared/refusal.ts'
import { QUOTE_VALID_MS } from '#shared/rules/conversions.ts'
import { act, amountOf, type MoneyFeature, sum, who } from '../money-feature.ts'

const symbol = fc.constantFrom('USDT', 'BTC', 'ETH')
const converted = fc.record({
  user: who,
  from: symbol,
  to: symbol,
  amount: sum('0.01', '250'),
  waitMs: fc.constantFrom(0, 0, QUOTE_VALID_MS - 1, QUOTE_VALID_MS),
})

export const conversions: MoneyFeature = {
  aggregate,
  acts: {
    convert: act(converted, async (turn, { user, from, to, amount, waitMs }) => {
      const owner = turn.user(user)
      const { userId } = owner
      const available = await turn.available(owner, from)
      const quote = quoteConversion(
        { id: turn.world.newId(), userId, from, to, amount: amountOf(amount, available) },
        { at: turn.at, available, fromTick: turn.current(from), toTick: turn.current(to) },
      )
      if (isRefusal(quote)) return { outcome: 'refused', refusal: quote }
      turn.world.pass(waitMs)
      return turn.open(
        aggregate,
        owner,
        async (state) =>
          executeConversion(
            state,
            { userId, userNo: String(owner.userNo), quote },
            { at: turn.at, available: await turn.available(owner, from) },
          ),
        quote.id,
      )
    }),
  },
}
