import { handleCommand } from '#server/events/handle-command.ts'
import { findUserNo } from '#server/facts/user-numbers.ts'
import { readFactorUse } from '#server/identity/factor-use.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { onReview } from '#server/reviews/on-request.ts'
import type { Services } from '#server/services.ts'
import { PROPOSED } from '#shared/contract/reviews.ts'
import * as contract from '#shared/contract/second-factor-resets.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import { msg } from '#shared/text/t.ts'
import { requestReset, reviewReset, secondFactorResets } from './decider.ts'

export function registerSecondFactorResetRoutes(app: App, services: Services): void {
  const { pool, log } = services

  mount(app, services, contract.requestSecondFactorReset, async ({ body, caller, cause }) => {
    const { userId, reason } = body
    const owner = await findUserNo(pool, userId)
    if (owner === undefined) return refuse('user.unknown')
    const reviewer = { reviewerId: caller.userId, at: cause.metadata.at }
    const result = await handleCommand(log, {
      ...cause,
      aggregate: secondFactorResets,
      id: userId,
      owner,
      decideWith: async (state) => {
        const { isOn: isProtected } = await readFactorUse(pool, userId)
        const command = { userId, userNo: String(owner), reason }
        return requestReset(state, command, { ...reviewer, isProtected })
      },
    })
    return isRefusal(result) ? result : { message: PROPOSED }
  })

  mount(app, services, contract.reviewSecondFactorReset, async ({ params, body, ...act }) => {
    const { caller, cause } = act
    const request = { aggregate: secondFactorResets, id: params.userId, caller, cause }
    const result = await onReview(services, request, async (state, reviewer) => {
      const { isOn: isProtected } = await readFactorUse(pool, params.userId)
      return reviewReset(state, body, { ...reviewer, isProtected })
    })
    if (isRefusal(result)) return result
    return {
      message:
        body.action === 'approve' ? msg('The second factor has been reset.') : msg('Rejected.'),
    }
  })
}
