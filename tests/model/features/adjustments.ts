import fc from 'fast-check'
import { parseUnits } from '#shared/money.ts'
import { adjusted, counting } from '#tests/ledger/adjusting.ts'
import { act, amountOf, type MoneyFeature, sum, who } from '../money-feature.ts'

const inputs = fc.record({
  user: who,
  symbol: fc.constantFrom('USDT', 'BTC', 'ETH'),
  isCredit: fc.boolean(),
  amount: sum('0.5', '1500', '60000', '2000000'),
})

export const adjustments: MoneyFeature = {
  aggregate: counting,
  acts: {
    adjust: act(inputs, async (turn, { user, symbol, isCredit, amount }) => {
      const owner = turn.user(user)
      const units = parseUnits(amountOf(amount, await turn.available(owner, symbol)))
      return turn.open(counting, owner, () => adjusted(isCredit ? units : -units, symbol))
    }),
  },
}
