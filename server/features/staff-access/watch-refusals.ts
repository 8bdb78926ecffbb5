import { noteStaffAccess } from '#server/identity/staff-access.ts'
import type { App } from '#server/platform/mount.ts'
import type { Services } from '#server/services.ts'
import { isStaff } from '#shared/rules/permissions.ts'
import { instantOf } from '#shared/time.ts'

/** Refusals that occur in normal sessions, after which the app continues. */
const ROUTINE = ['staff.second_factor_required', 'password.chosen_by_staff', 'step_up.required']

/** A refusal that an honest reviewer does not cause, although its status is not 403. */
const SUSPICIOUS = ['approval.second_person']

/** Records requests of staff that were refused. */
export function watchRefusals(app: App, { identity, clock, logger }: Services): void {
  app.addHook('onResponse', async ({ id, caller, refusedWith: code, routeOptions }, reply) => {
    if (!caller || !isStaff(caller.role) || code === undefined) return
    const counts =
      SUSPICIOUS.includes(code) || (reply.statusCode === 403 && !ROUTINE.includes(code))
    if (!counts) return
    const route = `${routeOptions.method} ${routeOptions.url}`
    await noteStaffAccess(identity, {
      who: { userId: caller.userId },
      outcome: { type: 'refused', code, route },
      at: instantOf(clock.now()),
      correlation: id,
    }).catch((error: unknown) => logger.error({ err: error }, 'a refused attempt is not recorded'))
  })
}
