import { create } from 'zustand'
import type { KeptLog, LogAlarm } from '#pwa/data/log-witness/kept-log.ts'

interface SignedLogState {
  /** Null if this device has not met the log yet; undefined until it was looked up. */
  readonly log?: KeptLog | null
  readonly alarm?: LogAlarm | undefined
}

/** What this device knows of the signed log. */
export const useSignedLogStore = create<SignedLogState>(() => ({}))
