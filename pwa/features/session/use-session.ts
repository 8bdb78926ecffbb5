import { type ApiFailure, failureOf } from '#pwa/data/api-error.ts'
import type { CallInput } from '#pwa/data/api-request.ts'
import { forgetAccount, logIn, logOut } from '#pwa/data/session.ts'
import { type SessionState, useSessionStore } from '#pwa/stores/session.ts'
import type { logIn as logInRoute } from '#shared/contract/auth.ts'

export interface Session extends SessionState {
  readonly isStaff: boolean
  /** Undefined when it worked. */
  readonly logIn: (body: CallInput<typeof logInRoute>['body']) => Promise<ApiFailure | undefined>
  readonly logOut: typeof logOut
  /** After the account was deleted. */
  readonly forgetAccount: typeof forgetAccount
}

/** Who is signed in. The role here only picks what to draw; the server decides. */
export function useSession(): Session {
  const state = useSessionStore()
  return {
    ...state,
    isStaff: state.user?.role === 'admin',
    logIn: (body) => logIn(body).then(() => undefined, failureOf),
    logOut,
    forgetAccount,
  }
}
