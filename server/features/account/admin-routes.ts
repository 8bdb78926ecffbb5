import type { AnyAggregate } from '#server/events/decider.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { findUserNo } from '#server/projections/user-numbers.ts'
import type { Services } from '#server/services.ts'
import { deleteUser } from '#shared/contract/users.ts'
import { refuse } from '#shared/refusal.ts'
import { isStaff, type Role } from '#shared/rules/permissions.ts'
import { deleteAccount } from './delete-account.ts'

/**
 * Staff end somebody's account by the rule that holds for its owner.
 *
 * @param aggregates every kind of stream: what is open of them is in the way of an end
 */
export function registerAccountAdminRoutes(
  app: App,
  services: Services,
  aggregates: readonly AnyAggregate[],
): void {
  const { pool, log } = services

  mount(app, services, deleteUser, async ({ caller, body, cause }) => {
    const { userId } = body
    if (userId === caller.userId) return refuse('access.own_account')
    const userNo = await findUserNo(pool, userId)
    if (userNo === undefined) return refuse('user.unknown')
    const document = await log.readDocument<{ readonly role: Role }>(`user-${userId}`)
    if (document && isStaff(document.state.role)) return refuse('user.staff_deletion')
    const request = { userId, userNo, metadata: cause.metadata }
    const refusal = await deleteAccount(services, aggregates, request)
    if (refusal?.refused === 'account.not_empty') return refuse('user.not_empty', refusal.details)
    if (refusal?.refused === 'item.unknown') return refuse('user.unknown')
    return refusal ?? { message: 'The user is deleted.' }
  })
}
