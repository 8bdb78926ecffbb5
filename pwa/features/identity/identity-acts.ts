import { call } from '#pwa/data/api-client.ts'
import { logIn } from '#pwa/data/session.ts'
import {
  confirmEmail,
  recoverPassword,
  resetPassword,
  signUp as signUpRoute,
} from '#shared/contract/auth.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
  /** Of the authenticator app, or a recovery code. */
  readonly code?: string
}

export interface SignUp {
  readonly full_name: string
  readonly phone: string
  readonly email: string
  readonly password: string
}

/** What the forms of identity ask the server for; loaded while the person types. */
export const identityActs = {
  logIn: (credentials: Credentials) => logIn(credentials),
  signUp: (body: SignUp) => call(signUpRoute, { body }),
  confirm: (token: string) => call(confirmEmail, { body: { token } }),
  recover: (email: string) => call(recoverPassword, { body: { email } }),
  reset: (token: string, password: string) => call(resetPassword, { body: { token, password } }),
}
