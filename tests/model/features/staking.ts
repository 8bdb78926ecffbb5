import fc from 'fast-check'
import { stakes as aggregate, matureStake, openStake } from '#server/features/staking/decider.ts'
import { act, amountOf, type MoneyFeature, sum, which, who } from '../money-feature.ts'

const opened = fc.record({
  user: who,
  termDays: fc.constantFrom(1, 1, 5, 15, 30, 90, 7),
  amount: sum('1', '1000', '999.99999999', '20000', '1000000'),
})

export const staking: MoneyFeature = {
  aggregate,
  acts: {
    open: act(opened, async (turn, { user, termDays, amount }) => {
      const owner = turn.user(user)
      const asked = amountOf(amount, await turn.available(owner, 'USDT'))
      return turn.open(aggregate, owner, async () =>
        openStake(
          { userId: owner.userId, userNo: String(owner.userNo), amount: asked, termDays },
          { at: turn.at, available: await turn.available(owner, 'USDT') },
        ),
      )
    }),
    mature: act(which, (turn, item) =>
      turn.on(aggregate, item, (state) => matureStake(state, { at: turn.at })),
    ),
  },
}
