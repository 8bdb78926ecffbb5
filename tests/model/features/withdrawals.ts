import fc from 'fast-check'
import { DEMO_ADDRESSES } from '#scripts/demo/addresses.ts'
import { startSending, stopSending } from '#server/features/withdrawals/decide-sending.ts'
import {
  acknowledgeWithdrawal,
  withdrawals as aggregate,
  cancelWithdrawal,
  requestWithdrawal,
  reviewWithdrawal,
} from '#server/features/withdrawals/decider.ts'
import {
  act,
  amountOf,
  type MoneyFeature,
  reviewer,
  sum,
  which,
  who,
  worthAt,
} from '../money-feature.ts'

const requested = fc.record({
  user: who,
  symbol: fc.constantFrom('USDT', 'BTC', 'ETH'),
  amount: sum('0.5', '1000'),
  /** The asset whose address is used: an address of another network is refused. */
  addressOf: fc.constantFrom('same', 'same', 'same', 'TRX'),
  hasSecondFactor: fc.boolean(),
})
const reviewed = fc.record({
  item: which,
  reviewer,
  action: fc.constantFrom('approve', 'reject'),
})

export const withdrawals: MoneyFeature = {
  aggregate,
  decides: { WithdrawalApproved: 'WithdrawalRequested', WithdrawalRejected: 'WithdrawalRequested' },
  acts: {
    request: act(requested, async (turn, { user, symbol, amount, hasSecondFactor, ...asked }) => {
      const owner = turn.user(user)
      const addressed = asked.addressOf === 'same' ? symbol : asked.addressOf
      const command = {
        userId: owner.userId,
        userNo: String(owner.userNo),
        symbol,
        amount: amountOf(amount, await turn.available(owner, symbol)),
        walletAddress: DEMO_ADDRESSES.find((each) => each.symbol === addressed)?.address ?? '',
      }
      return turn.open(aggregate, owner, async () =>
        requestWithdrawal(command, {
          at: turn.at,
          available: await turn.available(owner, symbol),
          credentialsHoldEndsAt: null,
          hasSecondFactor,
          platformAddresses: [],
          allowed: undefined,
        }),
      )
    }),
    review: act(reviewed, (turn, { item, action, reviewer }) => {
      const reviewerId = turn.reviewer(reviewer)
      const review = {
        action,
        notes: null,
        reason: null,
        requireReverification: false,
        screenshot: null,
      }
      return turn.on(
        aggregate,
        item,
        (state) =>
          reviewWithdrawal(state, review, {
            reviewerId,
            at: turn.at,
            worth: worthAt(turn, [[state]]),
          }),
        reviewerId,
      )
    }),
    send: act(fc.record({ item: which, reviewer }), (turn, { item, reviewer }) => {
      const facts = { reviewerId: turn.reviewer(reviewer), at: turn.at }
      return turn.on(
        aggregate,
        item,
        (state) => startSending(state, { ...facts, worth: worthAt(turn, [[state]]) }),
        facts.reviewerId,
      )
    }),
    stopSending: act(fc.record({ item: which, reviewer }), (turn, { item, reviewer }) => {
      const facts = { reviewerId: turn.reviewer(reviewer), at: turn.at }
      return turn.on(aggregate, item, (state) => stopSending(state, facts), facts.reviewerId)
    }),
    cancel: act(which, (turn, item) =>
      turn.on(aggregate, item, (state, { owner }) =>
        cancelWithdrawal(state, { userId: owner.userId, at: turn.at, isClaimed: false }),
      ),
    ),
    acknowledge: act(which, (turn, item) =>
      turn.on(aggregate, item, (state, { owner }) =>
        acknowledgeWithdrawal(state, { userId: owner.userId, at: turn.at }),
      ),
    ),
  },
}
