import {
  confirmEmail,
  recoverPassword,
  resetPassword,
  signUp as signUpRoute,
} from '#shared/contract/auth.ts'
import { call } from './api-client.ts'
import { logIn } from './session.ts'

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

/** What the forms before a session ask the server for. */
export const identityActs = {
  logIn: (credentials: Credentials) => logIn(credentials),
  signUp: (body: SignUp) => call(signUpRoute, { body }),
  confirm: (token: string) => call(confirmEmail, { body: { token } }),
  recover: (email: string) => call(recoverPassword, { body: { email } }),
  reset: (token: string, password: string) => call(resetPassword, { body: { token, password } }),
}
