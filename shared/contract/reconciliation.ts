import * as z from 'zod/mini'
import { get, post } from '#shared/contract/define-route.ts'
import { decimalField, idField, instantField, messageResponse } from '#shared/contract/fields.ts'
import { positionField } from '#shared/contract/proven-event.ts'
import { LEDGER_CHECKS, RECONCILIATION_SCOPES } from '#shared/rules/reconciliation.ts'

/** Checks of the ledger against its projections. Source: docs/product.md, Reconciliation. */

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
  /** Events checked in this pass, of `total`. */
  done: z.number(),
  total: z.number(),
  /** Its process has ended, so another run may start. */
  is_silent: z.boolean(),
})

const trialLine = z.object({
  symbol: z.string(),
  /** "available" and "frozen" of all users together, or a house account. */
  account: z.string(),
  /** By replay of the log. */
  log: decimalField,
  /** By the projections. */
  tables: decimalField,
})

const finishedRun = z.extend(askedRun, {
  started_at: instantField,
  finished_at: instantField,
  /** The checked events: after `after`, up to and including `up_to`. */
  after: positionField,
  up_to: positionField,
  events: z.number(),
  transfers: z.number(),
  streams: z.number(),
  accounts: z.number(),
  is_sound: z.boolean(),
  /** Every check; each builds on the ones before it. */
  checks: z.array(
    z.object({
      check: z.enum(LEDGER_CHECKS),
      is_sound: z.boolean(),
      /** The first fault, and the number of further ones. */
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
  /** Null before the first run, and after a fault until a run succeeds. */
  verified: z.nullable(z.object({ position: positionField, at: instantField })),
  running: z.nullable(runningRun),
  last: z.nullable(finishedRun),
  /** All followers of the log; `lag`: events that they have not processed yet. */
  followers: z.array(z.object({ name: z.string(), position: positionField, lag: z.number() })),
})
export type ReconciliationPage = z.infer<typeof reconciliationPage>
export type RunningRun = NonNullable<ReconciliationPage['running']>

export const readReconciliation = get('/api/admin/reconciliation', {
  summary: 'What the checks of the ledger have found, and how far each follower has read the log',
  access: 'audit.read',
  response: reconciliationPage,
})

export const requestReconciliation = post('/api/admin/reconciliation/runs', {
  summary: 'Run the checks of the ledger now: what came since the last sound run, or all of it',
  access: 'ledger.verify',
  offline: 'refuse',
  body: z.object({ scope: z.enum(RECONCILIATION_SCOPES) }),
  response: z.extend(messageResponse, { run_id: idField }),
})

/** Whether staff must be warned, for every page of the back office. */
export const readLedgerAlarm = get('/api/admin/reconciliation/alarm', {
  summary: 'The first check of the ledger that failed in the last run; null if none did',
  access: 'audit.read',
  response: z.object({
    alarm: z.nullable(z.object({ check: z.enum(LEDGER_CHECKS), found_at: instantField })),
  }),
})
