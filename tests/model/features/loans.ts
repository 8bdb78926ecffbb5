import fc from 'fast-check'
import { cancelLoan } from '#server/features/loans/decide-cancelling.ts'
import { payLoan, remindOfLoan } from '#server/features/loans/decide-repayment.ts'
import {
  loans as aggregate,
  type LoanState,
  requestLoan,
  reviewLoan,
} from '#server/features/loans/decider.ts'
import { exposureOf } from '#server/features/loans/exposure.ts'
import { LOAN_SYMBOL } from '#shared/rules/loans.ts'
import { DAY_MS } from '#shared/time.ts'
import { act, type MoneyFeature, reviewer, which, who, worthAt } from '../money-feature.ts'
import type { Turn } from '../turn.ts'

const fields = fc.record({
  amount: fc.constantFrom('0.00000019', '1000', '33333.33333333', '1000000', '0'),
  purpose: fc.constant('a bicycle'),
  duration: fc.constantFrom('7', '30', '90', '6'),
})
const reviewed = fc.record({
  item: which,
  reviewer,
  action: fc.constantFrom('approve', 'approve', 'reject'),
  reason: fc.constantFrom('too much', null),
})

/** Room for the largest amount and one more. */
const OWED_MAXIMUM = '1100000'

async function exposureIn(turn: Turn, userNo: bigint) {
  const own = turn.world.itemsOf(aggregate.kind).filter(({ owner }) => owner.userNo === userNo)
  const states = await Promise.all(own.map(({ id }) => turn.read<LoanState>(`loan-${id}`)))
  const known = states.filter((state) => state !== undefined)
  return { maximum: OWED_MAXIMUM, ...exposureOf(known, turn.world.nowMs) }
}

export const loans: MoneyFeature = {
  aggregate,
  decides: { LoanApproved: 'LoanRequested', LoanRejected: 'LoanRequested' },
  acts: {
    request: act(fc.record({ user: who, fields }), (turn, { user, fields }) => {
      const { userId, userNo } = turn.user(user)
      const filled = { form: 'home', fields } as const
      return turn.open(aggregate, turn.user(user), async (_, id) =>
        requestLoan(
          { userId, userNo: String(userNo), filled, applicantId: id, documents: [] },
          { at: turn.at, exposure: await exposureIn(turn, userNo) },
        ),
      )
    }),
    review: act(reviewed, (turn, { item, action, reason, reviewer }) => {
      const reviewerId = turn.reviewer(reviewer)
      return turn.on(
        aggregate,
        item,
        async (state, { owner }) =>
          reviewLoan(
            state,
            { action, reason },
            {
              exposure: await exposureIn(turn, owner.userNo),
              reviewerId,
              at: turn.at,
              worth: worthAt(turn, [[state.principal]]),
            },
          ),
        reviewerId,
      )
    }),
    cancel: act(which, (turn, item) =>
      turn.on(aggregate, item, (state, { owner }) =>
        cancelLoan(state, { userId: owner.userId, at: turn.at }),
      ),
    ),
    pay: act(which, (turn, item) =>
      turn.on(aggregate, item, async (state, { owner }) =>
        payLoan(
          state,
          { userId: owner.userId },
          { at: turn.at, available: await turn.available(owner, LOAN_SYMBOL) },
        ),
      ),
    ),
    remind: act(fc.record({ item: which, days: fc.constantFrom(0, 0, 24, 84) }), (turn, asked) => {
      turn.world.pass(asked.days * DAY_MS)
      return turn.on(aggregate, asked.item, (state) => remindOfLoan(state, { at: turn.at }))
    }),
  },
}
