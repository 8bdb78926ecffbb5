import { type App, mount } from '#server/platform/mount.ts'
import * as contract from '#shared/contract/auth.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import { msg } from '#shared/text/t.ts'
import { instantOf } from '#shared/time.ts'
import { type IdentityServices, PASSWORD_UPDATED } from './auth-routes.ts'
import { knownHashesOf } from './device-cookie.ts'
import { changePassword, checkOwnPassword } from './password-change.ts'
import {
  disableSecondFactor,
  enableSecondFactor,
  enrolSecondFactor,
  replaceRecoveryCodes,
} from './second-factor.ts'
import { readSessionUser } from './session-user.ts'
import { endSession, openSessionsOf } from './sessions.ts'

/** Routes for a signed-in user's own account: sessions, password, second factor. */
export function registerAccountRoutes(app: App, services: IdentityServices): void {
  const { identity } = services

  mount(app, services, contract.listSessions, async ({ caller }) => {
    const sessions = await openSessionsOf(identity, caller.userId)
    return sessions.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
      id,
      current: id === caller.sessionId,
      user_agent: userAgent,
      created_at: instantOf(createdAt.getTime()),
      last_seen_at: instantOf(lastSeenAt.getTime()),
    }))
  })

  mount(app, services, contract.revokeSession, async ({ caller, params }) => {
    const wasOpen = await endSession(identity.pool, caller.userId, params.id)
    return wasOpen ? { message: msg('The session has been ended.') } : refuse('item.unknown')
  })

  mount(app, services, contract.changePassword, async ({ caller, body, cause, request }) => {
    const refusal = await changePassword(identity, caller, {
      current: body.currentPassword,
      next: body.newPassword,
      devices: knownHashesOf(request),
      metadata: cause.metadata,
    })
    return refusal ?? PASSWORD_UPDATED
  })

  mount(app, services, contract.enrolSecondFactor, async ({ caller, body }) => {
    const refusal = await checkOwnPassword(identity, caller.userId, body.password)
    if (refusal) return refusal
    const user = await readSessionUser(identity, caller.userId)
    return user ? enrolSecondFactor(identity, user) : refuse('session.expired')
  })

  mount(app, services, contract.enableSecondFactor, async ({ caller, body, cause }) => {
    const given = { code: body.code, metadata: cause.metadata }
    const result = await enableSecondFactor(identity, caller.userId, given)
    return isRefusal(result) ? result : { recovery_codes: result.recoveryCodes }
  })

  mount(app, services, contract.disableSecondFactor, async ({ caller, body, cause }) => {
    const refusal =
      (await checkOwnPassword(identity, caller.userId, body.password)) ??
      (await disableSecondFactor(identity, caller.userId, {
        code: body.code,
        metadata: cause.metadata,
      }))
    return refusal ?? { message: msg('Your second factor is off.') }
  })

  mount(app, services, contract.renewRecoveryCodes, async ({ caller, body, cause }) => {
    const refusal = await checkOwnPassword(identity, caller.userId, body.password)
    if (refusal) return refusal
    const result = await replaceRecoveryCodes(identity, caller.userId, {
      code: body.code,
      metadata: cause.metadata,
    })
    return isRefusal(result) ? result : { recovery_codes: result.recoveryCodes }
  })
}
