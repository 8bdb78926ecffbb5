import { create } from 'zustand'

export interface ConnectionState {
  /** There is a network, and the server answered the last time it was asked. */
  readonly isOnline: boolean
  /** The live socket: prices and changes arrive without polling. */
  readonly live: 'closed' | 'connecting' | 'open'
}

export const useConnectionStore = create<ConnectionState>(() => ({
  isOnline: true,
  live: 'closed',
}))
