import { type App, mount } from '#server/platform/mount.ts'
import * as contract from '#shared/contract/passkeys.ts'
import { textFields } from '#shared/contract/text.ts'
import { refuse } from '#shared/refusal.ts'
import { STEP_UP_MINUTES } from '#shared/rules/step-up.ts'
import { msg, textOf } from '#shared/text/t.ts'
import type { IdentityServices } from './auth-routes.ts'
import { beginAssertion } from './passkey-signatures.ts'
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from './passkeys.ts'
import { readSessionUser } from './session-user.ts'
import { proveCaller } from './step-up.ts'

const CONFIRMED = textOf('Confirmed for {minutes, plural, one {# minute} other {# minutes}}.', {
  minutes: STEP_UP_MINUTES,
})

/** Routes for the passkeys of a signed-in person, and for step-up proofs. */
export function registerPasskeyRoutes(app: App, services: IdentityServices): void {
  const { identity } = services

  mount(app, services, contract.listPasskeys, ({ caller }) => listPasskeys(identity, caller.userId))

  mount(app, services, contract.beginPasskey, async ({ caller }) => {
    const user = await readSessionUser(identity, caller.userId)
    return user ? beginPasskey(identity, caller, user) : refuse('session.expired')
  })

  mount(app, services, contract.addPasskey, ({ caller, body, cause }) =>
    addPasskey(identity, caller, { ...body, metadata: cause.metadata }),
  )

  mount(app, services, contract.renamePasskey, ({ caller, params, body, cause }) =>
    renamePasskey(identity, caller.userId, {
      id: params.id,
      name: body.name,
      metadata: cause.metadata,
    }),
  )

  mount(app, services, contract.removePasskey, async ({ caller, params, cause }) => {
    const given = { id: params.id, metadata: cause.metadata }
    const refusal = await removePasskey(identity, caller.userId, given)
    return refusal ?? { message: msg('The passkey has been removed.') }
  })

  mount(app, services, contract.beginStepUp, ({ caller, body: { statement } }) =>
    beginAssertion(identity, { purpose: 'step-up', by: caller, statement }),
  )

  mount(app, services, contract.stepUp, async ({ caller, body }) => {
    const refusal = await proveCaller(identity, caller, body)
    return refusal ?? textFields('message', CONFIRMED)
  })
}
