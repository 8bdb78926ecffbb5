import type { Pool } from 'pg'
import type { AnyAggregate } from '#server/events/decider.ts'
import { headOf } from '#server/events/subscription.ts'
import { Findings, type FoundFault } from './ledger-fault.ts'
import { type TrialLine, trialBalance } from './trial-balance.ts'
import { NOTHING_VERIFIED, type VerifiedState } from './verified-state.ts'
import { verifyApprovals } from './verify-approvals.ts'
import { verifyBalances } from './verify-balances.ts'
import { verifyClaims } from './verify-claims.ts'
import { verifyHolds } from './verify-holds.ts'
import { verifyLists } from './verify-lists.ts'
import { verifyStreams } from './verify-streams.ts'

export interface LedgerReport {
  readonly events: bigint
  readonly streams: number
  readonly transfers: number
  readonly accounts: number
  /** The last position checked. */
  readonly upTo: bigint
  readonly faults: readonly FoundFault[]
  readonly trialBalance: readonly TrialLine[]
  /** Where a later verification may start; contains only the accounts touched by this one. */
  readonly verified: VerifiedState
}

export type LedgerStep = 'balances' | 'streams'

/** @param total how many events the step covers, as far as known */
export type OnLedgerProgress = (step: LedgerStep, done: bigint, total: bigint) => void

/**
 * Checks the whole ledger at one moment, while the platform keeps running, and reports every fault.
 * With a verified state it still checks all balances, house sums and frozen money, but only the
 * events, streams and journal lines after that state.
 */
export async function inspectLedger(
  pool: Pool,
  aggregates: readonly AnyAggregate[],
  {
    since = NOTHING_VERIFIED,
    onProgress = () => {},
  }: { since?: VerifiedState; onProgress?: OnLedgerProgress } = {},
): Promise<LedgerReport> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const findings = new Findings()
    const head = await headOf(client)
    // A log that is shorter than before has lost its end.
    if (head < since.position) {
      findings.add('positions', `the log ends at ${head}: ${since.position} is missing`)
    }
    const totals = await verifyBalances(client, findings, since, (done) =>
      onProgress('balances', done, head - since.position),
    )
    const asked = { aggregates, after: since.position }
    const { streams } = await verifyStreams(client, findings, asked, (done) =>
      onProgress('streams', done, head),
    )
    await verifyLists(client, findings, since.position)
    await verifyHolds(client, findings, { aggregates, isFull: since.position === 0n })
    await verifyClaims(client, findings, aggregates)
    await verifyApprovals(client, findings, since.position)
    const lines = await trialBalance(client, totals.balances)
    await client.query('commit')
    const { events, transfers, balances, verified } = totals
    return {
      ...{ events, streams, transfers, accounts: balances.size },
      upTo: head,
      faults: findings.list(),
      trialBalance: lines,
      verified,
    }
  } finally {
    // Closing the connection also ends a transaction that an error left open.
    client.release(true)
  }
}
