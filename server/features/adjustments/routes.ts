import { isRefusal, type Refusal } from '#server/events/decider.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { listWaiting, type ReviewItem } from '#server/projections/requests-for-review.ts'
import { presentStanding } from '#server/reviews/present-review.ts'
import type { Services } from '#server/services.ts'
import {
  listWaitingAdjustments,
  resetPortfolio as resetRoute,
  reviewAdjustment as reviewRoute,
  updatePortfolio as updateRoute,
  type WaitingAdjustment,
} from '#shared/contract/adjustments.ts'
import { AWAITS_SECOND_APPROVAL } from '#shared/contract/reviews.ts'
import { ADJUSTABLE_SYMBOLS } from '#shared/rules/adjustments.ts'
import {
  type AdjustmentState,
  adjustments,
  type Change,
  editPortfolio,
  resetPortfolio,
} from './decider.ts'
import { adjustPortfolio, reviewProposal } from './handler.ts'

export function registerAdjustmentRoutes(app: App, services: Services): void {
  mount(app, services, updateRoute, async ({ body, caller, cause }) => {
    const { userId, reason = '', balances } = body
    const targets = ADJUSTABLE_SYMBOLS.flatMap((symbol) => {
      const edited = balances[symbol]
      return edited ? [{ symbol, ...edited }] : []
    })
    const result = await adjustPortfolio(
      services,
      { userId, reason, adjustedBy: caller.userId, cause },
      (whose, facts) => editPortfolio({ ...whose, targets }, facts),
    )
    return answerOf(result, 'The balances are adjusted.')
  })

  mount(app, services, resetRoute, async ({ body, caller, cause }) => {
    const { userId, reason = '' } = body
    const asked = { userId, reason, adjustedBy: caller.userId, cause }
    const result = await adjustPortfolio(services, asked, resetPortfolio)
    return answerOf(result, 'Everything available is reset to zero. What is frozen stays frozen.')
  })

  mount(app, services, listWaitingAdjustments, async () => {
    const items = await listWaiting<AdjustmentState>(services.pool, adjustments.kind)
    return items.map(presentWaiting)
  })

  mount(app, services, reviewRoute, async ({ params, body, caller, cause }) => {
    const asked = { userId: params.userId, adjustedBy: caller.userId, cause }
    const result = await reviewProposal(services, asked, body)
    if (isRefusal(result)) return result
    return { message: body.action === 'approve' ? 'The balances are adjusted.' : 'Rejected.' }
  })
}

function answerOf(result: AdjustmentState | Refusal, message: string) {
  if (isRefusal(result)) return result
  const { proposed } = result
  if (!proposed) return { message, changes: signed(result.changes) }
  return {
    message: AWAITS_SECOND_APPROVAL,
    awaits_second_approval: true as const,
    changes: signed(proposed.changes),
  }
}

function signed(changes: readonly Change[]) {
  return changes.map(({ symbol, direction, amount }) => ({
    symbol,
    amount: direction === 'credit' ? amount : `-${amount}`,
  }))
}

function presentWaiting(item: ReviewItem<AdjustmentState>): WaitingAdjustment {
  const { state, requester, firstApprover } = item
  const { proposed, firstApproval } = state
  if (!proposed || !firstApproval) throw new Error('an adjustment waits that nobody has proposed')
  return {
    user: {
      id: state.userId,
      full_name: requester.fullName,
      email: requester.email,
      display_id: requester.displayId,
    },
    purpose: proposed.purpose,
    changes: signed(proposed.changes),
    reason: proposed.reason,
    ...presentStanding(firstApproval, firstApprover),
  }
}
