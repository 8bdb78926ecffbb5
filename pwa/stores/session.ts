import { create } from 'zustand'
import type { Role } from '#shared/rules/permissions.ts'

/** As much of the signed-in person as the frame of the app shows, online or off. */
export interface SessionView {
  readonly userId: string
  readonly role: Role
  readonly displayName: string
  readonly displayId: string
}

export interface SessionState {
  readonly status: 'checking' | 'signed-in' | 'signed-out'
  readonly user: SessionView | undefined
  /** The server has said so since the app started; false while it runs from what it remembers. */
  readonly isConfirmed: boolean
}

export const useSessionStore = create<SessionState>(() => ({
  status: 'checking',
  user: undefined,
  isConfirmed: false,
}))
