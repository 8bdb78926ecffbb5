import { create } from 'zustand'
import type { Role } from '#shared/rules/permissions.ts'

/** The facts about the signed-in user that the frame of the app shows, even offline. */
export interface SessionView {
  readonly userId: string
  readonly role: Role
  readonly displayName: string
  readonly displayId: string
  /** Staff chose the password: nothing else works before there is a new one. */
  readonly mustChangePassword?: true
}

export interface SessionState {
  readonly status: 'checking' | 'signed-in' | 'signed-out'
  readonly user: SessionView | undefined
}

export const useSessionStore = create<SessionState>(() => ({ status: 'checking', user: undefined }))

/** The id of the signed-in user, for code that must know whether it is still the same one. */
export function currentUserId(): string | undefined {
  return useSessionStore.getState().user?.userId
}

/** Shows who is signed in, if anyone. The same user again changes nothing: the app follows this. */
export function showSession(user: SessionView | undefined): void {
  const shown = useSessionStore.getState()
  const next: SessionState = { status: user ? 'signed-in' : 'signed-out', user }
  if (JSON.stringify(shown) !== JSON.stringify(next)) useSessionStore.setState(next)
}
