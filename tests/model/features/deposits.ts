import fc from 'fast-check'
import {
  acknowledgeDeposit,
  deposits as aggregate,
  requestDeposit,
  reviewDeposit,
} from '#server/features/deposits/decider.ts'
import { act, type MoneyFeature, reviewer, which, who, worthAt } from '../money-feature.ts'

const history = [{ version: 1, address: 'an address', isActive: true }]
const offered = { address: 'an address', version: 1, isActive: true, history }

const requested = fc.record({
  user: who,
  symbol: fc.constantFrom('USDT', 'BTC', 'ETH', 'TRX', 'SOL'),
  amount: fc.constantFrom('0.0009', '3', '1000', '50000.12345678', '1500000'),
  addressVersion: fc.constantFrom(undefined, 1, 2),
})
const reviewed = fc.record({
  item: which,
  reviewer,
  action: fc.constantFrom('approve', 'approve', 'reject'),
  reason: fc.constantFrom('not seen on the chain', null),
})

export const deposits: MoneyFeature = {
  aggregate,
  decides: { DepositApproved: 'DepositRequested', DepositRejected: 'DepositRequested' },
  acts: {
    request: act(requested, (turn, { user, ...asked }) => {
      const { userId, userNo } = turn.user(user)
      return turn.open(aggregate, turn.user(user), () =>
        requestDeposit(
          { ...asked, userId, userNo: String(userNo), screenshot: 'a screenshot' },
          { offered, at: turn.at },
        ),
      )
    }),
    review: act(reviewed, (turn, { item, action, reason, reviewer }) => {
      const reviewerId = turn.reviewer(reviewer)
      const review = { action, reason, notes: null, requireReverification: false } as const
      return turn.on(
        aggregate,
        item,
        (state) =>
          reviewDeposit(state, review, {
            reviewerId,
            at: turn.at,
            worth: worthAt(turn, [[state]]),
          }),
        reviewerId,
      )
    }),
    acknowledge: act(which, (turn, item) =>
      turn.on(aggregate, item, (state, { owner }) =>
        acknowledgeDeposit(state, { userId: owner.userId, at: turn.at }),
      ),
    ),
  },
}
