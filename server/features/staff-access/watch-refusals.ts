import { noteStaffAccess } from '#server/identity/staff-access.ts'
import type { App } from '#server/platform/mount.ts'
import type { Services } from '#server/services.ts'
import { isStaff } from '#shared/rules/permissions.ts'
import { instantOf, MINUTE_MS } from '#shared/time.ts'

/** Refusals that every honest session meets, and from which the app continues. */
const ROUTINE = ['staff.second_factor_required', 'password.chosen_by_staff', 'step_up.required']

/** What an honest reviewer does not try, although its status is not 403. */
const TELLING = ['approval.second_person']

/**
 * Records what staff tried and were refused. Call it before routes are mounted: the framework applies
 * hooks to what follows them. Repetitions within a minute count as one, so that no one can flood
 * the log.
 */
export function watchRefusals(app: App, { identity, clock, logger }: Services): void {
  app.addHook('onResponse', async ({ caller, refusedWith: code, routeOptions }, reply) => {
    if (!caller || !isStaff(caller.role) || code === undefined) return
    const counts = TELLING.includes(code) || (reply.statusCode === 403 && !ROUTINE.includes(code))
    if (!counts) return
    const nowMs = clock.now()
    const route = `${routeOptions.method} ${routeOptions.url}`
    const key = `${code} ${route} ${Math.floor(nowMs / MINUTE_MS)}`
    const { userId } = caller
    const outcome = { type: 'refused', code, route } as const
    await noteStaffAccess(identity, {
      who: { userId },
      outcome,
      at: instantOf(nowMs),
      key,
    }).catch((error: unknown) => logger.error({ err: error }, 'a refused attempt is not recorded'))
  })
}
