import * as z from 'zod/mini'
import { get, post } from '#shared/contract/define-route.ts'
import { decimalField, idField, instantField, messageResponse } from '#shared/contract/fields.ts'
import { positionField } from '#shared/contract/proven-event.ts'
import { LEDGER_CHECKS, RECONCILIATION_SCOPES } from '#shared/rules/reconciliation.ts'

/** The ledger against its projections: what was checked, up to where, and what was found. */

const askedRun = z.object({
  id: idField,
  scope: z.enum(RECONCILIATION_SCOPES),
  requested_at: instantField,
  /** Null for the platform's own nightly run. */
  requested_by: z.nullable(z.object({ user_id: idField, name: z.string() })),
})

const runningRun = z.extend(askedRun, {
  /** Waiting for a worker, or one of the two passes. */
  step: z.enum(['waiting', 'balances', 'streams']),
  /** Events that the pass has gone through, of those that it will. */
  done: z.number(),
  total: z.number(),
  /** It has ended with its process: another may be started. */
  is_silent: z.boolean(),
})

const trialLine = z.object({
  symbol: z.string(),
  /** "available" and "frozen" of all users together, or a house account. */
  account: z.string(),
  /** What the replay of the log comes to. */
  log: decimalField,
  /** What the projections show. */
  tables: decimalField,
})

const finishedRun = z.extend(askedRun, {
  started_at: instantField,
  finished_at: instantField,
  /** The events that were looked at lie behind `after`, up to and with `up_to`. */
  after: positionField,
  up_to: positionField,
  events: z.number(),
  transfers: z.number(),
  streams: z.number(),
  accounts: z.number(),
  is_sound: z.boolean(),
  /** Every check, in the order in which they build on each other. */
  checks: z.array(
    z.object({
      check: z.enum(LEDGER_CHECKS),
      is_sound: z.boolean(),
      /** The first fault that it found, and how many besides. */
      fault: z.nullable(z.string()),
      more: z.number(),
    }),
  ),
  trial_balance: z.array(trialLine),
})
export type FinishedRun = z.infer<typeof finishedRun>

const reconciliationPage = z.object({
  /** The last position of the log. */
  head: positionField,
  /** Null before the first run, and after a fault until a run finds all sound again. */
  verified: z.nullable(z.object({ position: positionField, at: instantField })),
  running: z.nullable(runningRun),
  last: z.nullable(finishedRun),
  /** Everybody who follows the log, with how many events are still before them. */
  followers: z.array(z.object({ name: z.string(), position: positionField, lag: z.number() })),
})
export type ReconciliationPage = z.infer<typeof reconciliationPage>
export type RunningRun = NonNullable<ReconciliationPage['running']>

export const readReconciliation = get('/api/admin/reconciliation', {
  summary: 'What the checks of the ledger have found, and how far everybody has read the log',
  tag: 'reconciliation',
  access: 'audit.read',
  answer: reconciliationPage,
})

export const requestReconciliation = post('/api/admin/reconciliation/runs', {
  summary: 'Run the checks of the ledger now: what came since the last sound run, or all of it',
  tag: 'reconciliation',
  access: 'ledger.verify',
  offline: 'refuse',
  body: z.object({ scope: z.enum(RECONCILIATION_SCOPES) }),
  answer: z.extend(messageResponse, { run_id: idField }),
})

/** Whether staff must be warned, for every page of the back office. */
export const readLedgerAlarm = get('/api/admin/reconciliation/alarm', {
  summary: 'The first check of the ledger that failed in the last run; null where none did',
  tag: 'reconciliation',
  access: 'audit.read',
  answer: z.object({
    alarm: z.nullable(z.object({ check: z.enum(LEDGER_CHECKS), found_at: instantField })),
  }),
})
