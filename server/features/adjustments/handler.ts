import type { Decision } from '#server/events/decider.ts'
import { handleCommand } from '#server/events/handle-command.ts'
import { approvalsGuard } from '#server/facts/staff-approvals.ts'
import { findUserNo } from '#server/facts/user-numbers.ts'
import { readBalances } from '#server/ledger/balances.ts'
import type { Caller } from '#server/platform/caller.ts'
import type { Cause } from '#server/platform/request-cause.ts'
import { type Movement, readApprovals, reviewServices, worthOf } from '#server/reviews/approvals.ts'
import { type AttestNeeds, attestDecision } from '#server/reviews/attest.ts'
import type { Reviewer } from '#server/reviews/decide-review.ts'
import { readFirstHasLeft } from '#server/reviews/first-has-left.ts'
import { effectRefusal } from '#server/reviews/on-request.ts'
import { standingBefore } from '#server/reviews/present-review.ts'
import type { Services } from '#server/services.ts'
import type { ApprovalStanding } from '#shared/contract/reviews.ts'
import type { Units } from '#shared/money.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import {
  type AdjustmentFacts,
  type AdjustmentState,
  adjustments,
  adjustOrPropose,
  type Change,
  changeOf,
  given,
  type ReviewAdjustment,
  reviewAdjustment,
  taken,
  type WorthOfChanges,
} from './decider.ts'
import type { AdjustmentEvent, PortfolioAdjusted } from './events.ts'

type Needs = AttestNeeds & Pick<Services, 'pool' | 'prices'>

interface Asked {
  readonly userId: string
  readonly caller: Caller
  readonly cause: Cause
}

type Decide = (
  whose: { readonly userId: string; readonly userNo: string; readonly reason: string },
  facts: AdjustmentFacts,
) => Decision<PortfolioAdjusted>

/**
 * The only way for staff to change a balance. A user's adjustments share one stream, so that of two
 * members of staff who saw the same balance only one succeeds. Balances are read where the decision
 * is made; none goes below zero, even if balances move before the append.
 */
export function adjustPortfolio(
  needs: Needs,
  asked: Asked & { readonly reason: string; readonly takesEffect: boolean | undefined },
  decide: Decide,
): Promise<AdjustmentState | Refusal> {
  const { userId, reason, takesEffect: expected } = asked
  const first = adjustments.approval?.first
  return onAdjustments(needs, asked, (state, facts, userNo) => {
    const adjusted = decide({ userId, userNo, reason }, facts)
    const decided = adjustOrPropose(state, adjusted, facts.worthOf)
    return effectRefusal(decided, { expected, first, of: 'adjustment' }) ?? decided
  })
}

/** Approves or rejects what another member of staff proposed. */
export function reviewProposal(
  needs: Needs,
  asked: Asked,
  review: ReviewAdjustment,
): Promise<AdjustmentState | Refusal> {
  return onAdjustments(needs, asked, (state, { adjustedBy: reviewerId, ...facts }) =>
    reviewAdjustment(state, review, { reviewerId, ...facts }),
  )
}

async function onAdjustments(
  needs: Needs,
  { userId, caller, cause }: Asked,
  decide: (
    state: AdjustmentState,
    facts: AdjustmentFacts & Pick<Reviewer, 'firstHasLeft'> & { readonly worthOf: WorthOfChanges },
    userNo: string,
  ) => Decision<AdjustmentEvent>,
): Promise<AdjustmentState | Refusal> {
  const { log, pool } = needs
  const { kind, approval } = adjustments
  const stream = `${kind}-${userId}`
  const owner = await findUserNo(pool, userId)
  if (owner === undefined) return refuse('user.unknown')
  const userNo = String(owner)
  const { at } = cause.metadata
  const result = await handleCommand(log, {
    ...cause,
    aggregate: adjustments,
    id: userId,
    owner,
    checksDocument: true,
    guardedBy: [approvalsGuard(caller.userId)],
    attest: attestDecision(needs, { stream, approval, caller, isAlways: true }),
    decideWith: async (state) => {
      const [balances, approvals, firstHasLeft] = await Promise.all([
        readBalances(pool, owner),
        readApprovals(needs, caller.userId, at),
        readFirstHasLeft(pool, state),
      ])
      const available = new Map(balances.map((balance) => [balance.symbol, balance.available]))
      const weigh: WorthOfChanges = (given, taken) =>
        worthOf({ ...needs, approvals }, movementOf({ given, taken, userNo }))
      const facts = { adjustedBy: caller.userId, at, available, worthOf: weigh, firstHasLeft }
      return decide(state, facts, userNo)
    },
  })
  return isRefusal(result) ? result : result.state
}

/** The approvals needed to set these amounts, or everything to zero, now. */
export async function weighTargets(
  services: Services,
  { userId, caller }: Pick<Asked, 'userId' | 'caller'>,
  targets: ReadonlyMap<string, Units>,
): Promise<ApprovalStanding | Refusal> {
  const { pool } = services
  const owner = await findUserNo(pool, userId)
  if (owner === undefined) return refuse('user.unknown')
  const [balances, needs] = await Promise.all([
    readBalances(pool, owner),
    reviewServices(services, caller.userId),
  ])
  const available = new Map(balances.map((balance) => [balance.symbol, balance.available]))
  const symbols = targets.size > 0 ? [...targets.keys()] : [...available.keys()]
  const changes = symbols.flatMap((symbol) =>
    changeOf(symbol, (targets.get(symbol) ?? 0n) - (available.get(symbol) ?? 0n)),
  )
  const movement = movementOf({ given: given(changes), taken: taken(changes), userNo: `${owner}` })
  return standingBefore(movement, userId, needs)
}

function movementOf(moved: {
  readonly given: readonly Change[]
  readonly taken: readonly Change[]
  readonly userNo: string
}): Movement {
  const { given, taken, userNo } = moved
  return { ways: [given, taken], flow: given.length > 0 ? 'in' : 'within', userNo }
}
