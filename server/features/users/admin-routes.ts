import { refuse } from '#server/events/decider.ts'
import { handleCommand } from '#server/events/handle-command.ts'
import type { EventLog } from '#server/events/log.ts'
import { decide, user } from '#server/identity/decider.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type App, type MountContext, mount } from '#server/platform/mount.ts'
import { toggleUserStatus } from '#shared/contract/users.ts'
import { instantOf } from '#shared/time.ts'

interface UserAdminServices extends MountContext {
  readonly log: EventLog
  readonly clock: Clock
}

/** What staff decide about a user. Source: spec 2 §7. */
export function registerUserAdminRoutes(app: App, services: UserAdminServices): void {
  const { log, clock } = services

  mount(app, services, toggleUserStatus, async ({ caller, body, cause }) => {
    // Whoever disables themself may be the last who could undo it.
    if (body.userId === caller.userId) return refuse('access.forbidden')
    const result = await handleCommand(log, {
      ...cause,
      aggregate: user,
      id: body.userId,
      // An unknown user is refused; a known stream keeps its owner.
      owner: null,
      decideWith: (state) =>
        decide(
          {
            type: body.isActive ? 'EnableUser' : 'DisableUser',
            at: instantOf(clock.now()),
          },
          state,
        ),
    })
    if (result.outcome === 'refused') return result.refusal
    return { message: result.state.isActive ? 'The user is enabled.' : 'The user is disabled.' }
  })
}
