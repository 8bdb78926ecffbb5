import { useLanguageStore } from '#pwa/stores/language.ts'
import {
  confirmEmail,
  freezeWithdrawals,
  recoverPassword,
  resetPassword,
  signUp as signUpRoute,
} from '#shared/contract/auth.ts'
import { isLanguageCode } from '#shared/text/languages.ts'
import { call } from './api-client.ts'
import type { CallInput } from './api-request.ts'
import { logIn } from './session.ts'

export type Credentials = Parameters<typeof logIn>[0]
export type SignUp = CallInput<typeof signUpRoute>['body']

/** The calls of the forms that work without a session. */
export const identityActs = {
  logIn,
  signUp: (body: SignUp) => {
    const { code } = useLanguageStore.getState()
    return call(signUpRoute, { body: isLanguageCode(code) ? { ...body, language: code } : body })
  },
  confirm: (token: string) => call(confirmEmail, { body: { token } }),
  freeze: (token: string) => call(freezeWithdrawals, { body: { token } }),
  recover: (email: string) => call(recoverPassword, { body: { email } }),
  reset: (token: string, password: string) => call(resetPassword, { body: { token, password } }),
}
