import type { Pool, PoolClient } from 'pg'
import type { AnyAggregate } from '#server/events/decider.ts'
import { Findings, type FoundFault } from './ledger-fault.ts'
import { type TrialLine, trialBalance } from './trial-balance.ts'
import { NOTHING_VERIFIED, type VerifiedState } from './verified-state.ts'
import { type BalanceTotals, verifyBalances } from './verify-balances.ts'
import { verifyHolds } from './verify-holds.ts'
import { verifyStreams } from './verify-streams.ts'

export interface LedgerReport {
  readonly events: bigint
  readonly streams: number
  readonly transfers: number
  readonly accounts: number
  /** The last position that was looked at. */
  readonly upTo: bigint
  readonly faults: readonly FoundFault[]
  readonly trialBalance: readonly TrialLine[]
  /** Where a later verification may go on; only what this one has touched. */
  readonly verified: VerifiedState
}

export type LedgerStep = 'balances' | 'streams'

/** @param total how many events the step goes through, as far as that is known */
export type OnLedgerProgress = (step: LedgerStep, done: bigint, total: bigint) => void

/**
 * Looks at the whole ledger as of one moment, while the platform runs on, and tells all that it
 * finds. With a verified state it begins behind it: balances, house and frozen money are held
 * against the log entirely, but of the events, their streams and the journal only what came since.
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
    const head = await readHead(client)
    // A log that is shorter than it was has lost its end.
    if (head < since.position) {
      findings.add('positions', `the log ends at ${head}: ${since.position} is missing`)
    }
    const totals: BalanceTotals = await verifyBalances(client, findings, since, (done) =>
      onProgress('balances', done, head - since.position),
    )
    const { streams } = await verifyStreams(
      client,
      { aggregates, findings, after: since.position },
      (done) => onProgress('streams', done, head),
    )
    await verifyHolds(client, findings, { aggregates, isFull: since.position === 0n })
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
    // The transaction, where a fault has left it open, ends with its connection.
    client.release(true)
  }
}

async function readHead(client: PoolClient): Promise<bigint> {
  const { rows } = await client.query<{ head: string }>(
    'select coalesce(max(position), 0) as head from event',
  )
  return BigInt(rows[0]?.head ?? 0)
}
