import type { IdentityContext } from '#server/identity/identity-context.ts'
import { readSessionUser } from '#server/identity/session-user.ts'
import { type App, type MountContext, mount } from '#server/platform/mount.ts'
import { completeSignUp, readUser, userProfile } from '#shared/contract/users.ts'
import { refuse } from '#shared/refusal.ts'

interface UserServices extends MountContext {
  readonly identity: IdentityContext & MountContext['identity']
}

/** A user's own profile, and any user's for staff. Source: docs/product.md, Profile. */
export function registerUserRoutes(app: App, services: UserServices): void {
  const { pool } = services.identity

  mount(app, services, completeSignUp, async ({ caller, body }) => {
    await pool.query('update person set full_name = $2, phone = $3 where user_id = $1', [
      caller.userId,
      body.full_name,
      body.phone,
    ])
    return { message: 'Your profile is saved.' }
  })

  mount(app, services, userProfile, async ({ caller }) => {
    return (await readSessionUser(services.identity, caller.userId)) ?? refuse('item.unknown')
  })

  mount(app, services, readUser, async ({ params }) => {
    return (await readSessionUser(services.identity, params.userId)) ?? refuse('item.unknown')
  })
}
