import { type ConnectionState, useConnectionStore } from '#pwa/stores/connection.ts'

/** Whether the server can be reached, and whether it pushes changes. */
export function useConnection(): ConnectionState {
  return useConnectionStore()
}
