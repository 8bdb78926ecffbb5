import { listStaff } from '#server/facts/staff-roles.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { listWaiting, readRequest } from '#server/queries/requests-for-review.ts'
import { claimRefusal } from '#server/reviews/claims.ts'
import { awaitsSecondOfProposal } from '#server/reviews/review-responses.ts'
import type { Services } from '#server/services.ts'
import * as contract from '#shared/contract/adjustments.ts'
import { parseUnits } from '#shared/money.ts'
import { isRefusal, type Refusal } from '#shared/refusal.ts'
import { ADJUSTABLE_SYMBOLS } from '#shared/rules/adjustments.ts'
import { msg } from '#shared/text/t.ts'
import { type AdjustmentState, adjustments, editPortfolio, resetPortfolio } from './decider.ts'
import { adjustPortfolio, reviewProposal, weighTargets } from './handler.ts'
import { presentWaiting, signed } from './present.ts'

export function registerAdjustmentRoutes(app: App, services: Services): void {
  mount(app, services, contract.updatePortfolio, async ({ body, caller, cause }) => {
    const { userId, reason = '', balances, takesEffect } = body
    const targets = ADJUSTABLE_SYMBOLS.flatMap((symbol) => {
      const edited = balances[symbol]
      return edited ? [{ symbol, ...edited }] : []
    })
    const result = await adjustPortfolio(
      services,
      { userId, reason, takesEffect, caller, cause },
      (whose, facts) => editPortfolio({ ...whose, targets }, facts),
    )
    return responseOf(services, result, msg('The balances have been adjusted.'))
  })

  mount(app, services, contract.resetPortfolio, async ({ body, caller, cause }) => {
    const { userId, reason = '', was, takesEffect } = body
    const asked = { userId, reason, takesEffect, caller, cause }
    const result = await adjustPortfolio(services, asked, (whose, facts) =>
      resetPortfolio({ ...whose, was }, facts),
    )
    const message = msg(
      'Available balances have been reset to zero. Frozen amounts have not changed.',
    )
    return responseOf(services, result, message)
  })

  mount(app, services, contract.weighAdjustment, async ({ params, query, caller }) => {
    const targets = ADJUSTABLE_SYMBOLS.flatMap((symbol) => {
      const available = query[symbol]
      return available === undefined ? [] : [[symbol, parseUnits(available)] as const]
    })
    return weighTargets(services, { ...params, caller }, new Map(targets))
  })

  mount(app, services, contract.listWaitingAdjustments, async ({ query: { of, ...page } }) => {
    const { pool } = services
    const { kind } = adjustments
    const items = await (of === undefined
      ? listWaiting<AdjustmentState>(pool, { kind, ...page })
      : readRequest<AdjustmentState>(pool, kind, of))
    const needs = { staff: await listStaff(pool) }
    return [items ?? []]
      .flat()
      .flatMap((item) => (item.state.proposed ? presentWaiting(item, needs) : []))
  })

  mount(app, services, contract.reviewAdjustment, async ({ params, body, caller, cause }) => {
    const stream = `${adjustments.kind}-${params.userId}`
    const claimed = await claimRefusal(services, stream, caller.userId)
    if (claimed) return claimed
    const asked = { userId: params.userId, caller, cause }
    const result = await reviewProposal(services, asked, body)
    if (isRefusal(result)) return result
    return {
      message:
        body.action === 'approve' ? msg('The balances have been adjusted.') : msg('Rejected.'),
    }
  })
}

async function responseOf(
  { pool }: Pick<Services, 'pool'>,
  result: AdjustmentState | Refusal,
  message: string,
) {
  if (isRefusal(result)) return result
  const { proposed, firstApproval, userId } = result
  if (!proposed || !firstApproval) return { message, changes: signed(result.changes) }
  const response = await awaitsSecondOfProposal(pool, { firstApproval, userId })
  return { ...response, changes: signed(proposed.changes) }
}
