import type { EventLog } from '#server/events/log.ts'
import { type EventLogOptions, openEventLog } from '#server/events/open-event-log.ts'
import { transfersFor } from './postings.ts'

/** The platform's event log: every append also moves the balances of its event. */
export function openLedgerLog(options: Omit<EventLogOptions, 'postings'>): EventLog {
  return openEventLog({ ...options, postings: transfersFor })
}
