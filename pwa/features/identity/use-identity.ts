import { type ApiFailure, failureOf } from '#pwa/data/api-error.ts'
import type { Credentials, identityActs, SignUp } from '#pwa/data/identity.ts'

export type { Credentials, SignUp }

/** Why a try did not work, as a form shows it. */
export type IdentityFailure = ApiFailure

/** What a form shows after a try: nothing, or why it did not work. */
export type Outcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly failure: IdentityFailure }

/** The public acts of identity, each answering with a value: the form decides what it says. */
export function useIdentity() {
  return {
    logIn: (credentials: Credentials) => attempt((acts) => acts.logIn(credentials)),
    signUp: (body: SignUp) => attempt((acts) => acts.signUp(body)),
    confirm: (token: string) => attempt((acts) => acts.confirm(token)),
    recover: (email: string) => attempt((acts) => acts.recover(email)),
    reset: (token: string, password: string) => attempt((acts) => acts.reset(token, password)),
  }
}

// The first picture of a form needs nothing that asks the server.
async function attempt(act: (acts: typeof identityActs) => Promise<unknown>): Promise<Outcome> {
  try {
    await act((await import('#pwa/data/identity.ts')).identityActs)
    return { ok: true }
  } catch (error) {
    return { ok: false, failure: failureOf(error) }
  }
}
