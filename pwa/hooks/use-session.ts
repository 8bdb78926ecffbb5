import type { askAgain, forgetAccount, logOut } from '#pwa/data/session.ts'
import { type SessionState, useSessionStore } from '#pwa/stores/session.ts'
import { isStaff, may, type Permission } from '#shared/rules/permissions.ts'

export interface Session extends SessionState {
  readonly isStaff: boolean
  /** Whether their role gives them a permission of staff. */
  readonly may: (permission: Permission) => boolean
  readonly logOut: typeof logOut
  /** After the own password has replaced one that staff chose. */
  readonly askAgain: typeof askAgain
  /** After the account was deleted. */
  readonly forgetAccount: typeof forgetAccount
}

/** Who is signed in. The role here only picks what to draw; the server decides. */
export function useSession(): Session {
  const state = useSessionStore()
  const { role = 'user' } = state.user ?? {}
  return {
    ...state,
    isStaff: isStaff(role),
    may: (permission) => may(role, permission),
    logOut: async (unsent) => (await acts()).logOut(unsent),
    askAgain: async () => (await acts()).askAgain(),
    forgetAccount: async () => (await acts()).forgetAccount(),
  }
}

// The frame of the app asks who is in; signing out is no part of the first paint.
function acts() {
  return import('#pwa/data/session.ts')
}
