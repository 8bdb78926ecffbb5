import type { PortfolioAdjusted } from '#server/events/catalog/adjustments.ts'
import { type Decision, type Refusal, refuse } from '#server/events/decider.ts'
import { handleCommand } from '#server/events/handle-command.ts'
import { readBalances } from '#server/ledger/balances.ts'
import type { Cause } from '#server/platform/mount.ts'
import { findUserNo } from '#server/projections/user-numbers.ts'
import type { Services } from '#server/services.ts'
import { type AdjustmentFacts, type AdjustmentState, adjustments } from './decider.ts'

type Needs = Pick<Services, 'log' | 'pool'>

interface Asked {
  readonly userId: string
  readonly reason: string
  readonly adjustedBy: string
  readonly cause: Cause
}

type Decide = (
  whose: { readonly userId: string; readonly userNo: string; readonly reason: string },
  facts: AdjustmentFacts,
) => Decision<PortfolioAdjusted>

/**
 * The one way for staff to change a balance. Adjustments of a user stand in one stream, so that two
 * members of staff who act on the same sight of a balance do not both have their way. Balances are
 * read where the decision is made; none goes below zero, whatever happens until the append.
 */
export async function adjustPortfolio(
  { log, pool }: Needs,
  { userId, reason, adjustedBy, cause }: Asked,
  decide: Decide,
): Promise<AdjustmentState | Refusal> {
  const owner = await findUserNo(pool, userId)
  if (owner === undefined) return refuse('user.unknown')
  const result = await handleCommand(log, {
    ...cause,
    aggregate: adjustments,
    id: userId,
    owner,
    decideWith: async () => {
      const balances = await readBalances(pool, owner)
      const available = new Map(balances.map((balance) => [balance.symbol, balance.available]))
      const facts = { adjustedBy, at: cause.metadata.at, available }
      return decide({ userId, userNo: String(owner), reason }, facts)
    },
  })
  return result.outcome === 'refused' ? result.refusal : result.state
}
