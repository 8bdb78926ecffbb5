import { create } from 'zustand'
import type { KeptLog, LogAlarm } from '#pwa/data/log-witness/kept-log.ts'

interface SignedLogState {
  /** Undefined until this device has met the log, or where the browser stores nothing. */
  readonly log?: KeptLog | undefined
  readonly alarm?: LogAlarm | undefined
}

/** What this device knows of the signed log. */
export const useSignedLogStore = create<SignedLogState>(() => ({}))
