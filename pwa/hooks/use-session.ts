import { type SessionState, useSessionStore } from '#pwa/stores/session.ts'
import { isStaff, may, type Permission } from '#shared/rules/permissions.ts'

export interface Session extends SessionState {
  readonly isStaff: boolean
  /** Whether their role gives them a permission of staff. */
  readonly may: (permission: Permission) => boolean
}

/** Who is signed in. The role here only picks what to draw; the server decides. */
export function useSession(): Session {
  const state = useSessionStore()
  const { role = 'user' } = state.user ?? {}
  return { ...state, isStaff: isStaff(role), may: (permission) => may(role, permission) }
}
