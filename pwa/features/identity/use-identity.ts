import { call } from '#pwa/data/api-client.ts'
import { type ApiFailure, failureOf } from '#pwa/data/api-error.ts'
import { logIn } from '#pwa/data/session.ts'
import {
  confirmEmail,
  recoverPassword,
  resetPassword,
  signUp as signUpRoute,
} from '#shared/contract/auth.ts'

/** Why a try did not work, as a form shows it. */
export type IdentityFailure = ApiFailure

/** What a form shows after a try: nothing, or why it did not work. */
export type Outcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly failure: IdentityFailure }

export interface Credentials {
  readonly email: string
  readonly password: string
  /** Of the authenticator app, or a recovery code. */
  readonly code?: string
}

/** The public acts of identity, each answering with a value: the form decides what it says. */
export function useIdentity() {
  return {
    logIn: (credentials: Credentials) => attempt(logIn(credentials)),
    signUp: (body: SignUp) => attempt(call(signUpRoute, { body })),
    confirm: (token: string) => attempt(call(confirmEmail, { body: { token } })),
    recover: (email: string) => attempt(call(recoverPassword, { body: { email } })),
    reset: (token: string, password: string) =>
      attempt(call(resetPassword, { body: { token, password } })),
  }
}

export interface SignUp {
  readonly full_name: string
  readonly phone: string
  readonly email: string
  readonly password: string
}

async function attempt(work: Promise<unknown>): Promise<Outcome> {
  try {
    await work
    return { ok: true }
  } catch (error) {
    return { ok: false, failure: failureOf(error) }
  }
}
