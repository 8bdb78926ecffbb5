import { type ConnectionState, useConnectionStore } from '#pwa/stores/connection.ts'

/** Whether the server can be reached, and whether changes arrive by themselves. */
export function useConnection(): ConnectionState {
  return useConnectionStore()
}
