import * as z from 'zod/mini'
import { defineEvents, type EventsOf } from '#server/events/event-definition.ts'
import { LEDGER_CHECKS, RECONCILIATION_SCOPES } from '#shared/rules/reconciliation.ts'

/**
 * One side of the ledger in one asset: the sum according to the log, and according to the tables.
 */
const trialLine = z.object({
  symbol: z.string(),
  /** "available" and "frozen" of all users together, or a house account. */
  account: z.string(),
  log: z.string(),
  tables: z.string(),
})

const report = {
  runId: z.string(),
  startedAt: z.string(),
  finishedAt: z.string(),
  /** The run began after this position, and read the log up to the other. */
  after: z.string(),
  upTo: z.string(),
  /** Up to here nothing has to be checked again. */
  verifiedUpTo: z.string(),
  events: z.number(),
  transfers: z.number(),
  streams: z.number(),
  accounts: z.number(),
  trialBalance: z.array(trialLine),
}

export const reconciliationEvents = defineEvents({
  ReconciliationRequested: z.object({
    runId: z.string(),
    scope: z.enum(RECONCILIATION_SCOPES),
    requestedBy: z.nullable(z.string()),
    requestedAt: z.string(),
  }),
  ReconciliationPassed: z.object(report),
  ReconciliationFailed: z.object({
    ...report,
    /** The first fault of each check, and the number of further ones. */
    faults: z.array(
      z.object({ check: z.enum(LEDGER_CHECKS), fault: z.string(), more: z.number() }),
    ),
  }),
  /** A failover has lost committed events, as seen by one server process. */
  PositionsLost: z.object({
    epoch: z.string(),
    /** The epoch in which the lost events were committed. */
    before: z.string(),
    /** The last position that is unchanged. */
    lastKept: z.string(),
    /** The last position that the process had seen. */
    lastLost: z.string(),
    /** What had been sent because of those positions. */
    mails: z.number(),
    pushes: z.number(),
  }),
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    reconciliation: typeof reconciliationEvents
  }
}

export type ReconciliationEvent = EventsOf<typeof reconciliationEvents>
