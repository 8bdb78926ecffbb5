import fc from 'fast-check'
import {
  type AdjustmentFacts,
  adjustOrPropose,
  adjustments as aggregate,
  editPortfolio,
  resetPortfolio,
  reviewAdjustment,
  type WorthOfChanges,
} from '#server/features/adjustments/decider.ts'
import { formatUnits } from '#shared/money.ts'
import { ADJUSTABLE_SYMBOLS } from '#shared/rules/adjustments.ts'
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
import type { Turn } from '../turn.ts'
import type { ModelUser } from '../world.ts'

const edited = fc.record({
  user: who,
  reviewer,
  symbol: fc.constantFrom(...ADJUSTABLE_SYMBOLS),
  amount: sum('0.5', '1500', '60000'),
  /** Whether staff saw the current balance. */
  isFresh: fc.boolean(),
})
const reset = fc.record({ user: who, reviewer })
const reviewed = fc.record({
  item: which,
  reviewer,
  action: fc.constantFrom('approve', 'reject'),
})

async function factsOf(turn: Turn, owner: ModelUser, by: string): Promise<AdjustmentFacts> {
  const read = async (symbol: string) => [symbol, await turn.available(owner, symbol)] as const
  const available = new Map(await Promise.all(ADJUSTABLE_SYMBOLS.map(read)))
  return { adjustedBy: by, at: turn.at, available }
}

const whose = ({ userId, userNo }: ModelUser) => ({
  userId,
  userNo: String(userNo),
  reason: 'Counted twice',
})

/** Balance adjustments by staff; large ones need a second approval. */
export const portfolioAdjustments: MoneyFeature = {
  aggregate,
  acts: {
    edit: act(edited, async (turn, { user, symbol, amount, isFresh, ...by }) => {
      const owner = turn.user(user)
      const seen = await turn.available(owner, symbol)
      const was = formatUnits(isFresh ? seen : seen + 1n)
      const targets = [{ symbol, was, available: amountOf(amount, seen) }]
      return turn.open(
        aggregate,
        owner,
        async (state) => {
          const facts = await factsOf(turn, owner, turn.reviewer(by.reviewer))
          const decision = editPortfolio({ ...whose(owner), targets }, facts)
          return adjustOrPropose(state, decision, (given, taken) => worthAt(turn, [given, taken]))
        },
        owner.userId,
      )
    }),
    reset: act(reset, async (turn, { user, ...by }) => {
      const owner = turn.user(user)
      return turn.open(
        aggregate,
        owner,
        async (state) => {
          const facts = await factsOf(turn, owner, turn.reviewer(by.reviewer))
          const decision = resetPortfolio(whose(owner), facts)
          return adjustOrPropose(state, decision, (given, taken) => worthAt(turn, [given, taken]))
        },
        owner.userId,
      )
    }),
    review: act(reviewed, (turn, { item, action, ...by }) =>
      turn.on(aggregate, item, async (state, { owner }) => {
        const reviewerId = turn.reviewer(by.reviewer)
        const proposedAt = state.firstApproval?.approvedAt ?? ''
        const { available, at } = await factsOf(turn, owner, reviewerId)
        const worthOf: WorthOfChanges = (given, taken) => worthAt(turn, [given, taken])
        const facts = { reviewerId, at, available, worthOf }
        return reviewAdjustment(state, { action, proposedAt }, facts)
      }),
    ),
  },
}
