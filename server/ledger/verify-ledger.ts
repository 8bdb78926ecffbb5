import type { Pool } from 'pg'
import type { AnyAggregate } from '#server/events/decider.ts'
import { type BalanceTotals, verifyBalances } from './verify-balances.ts'
import { verifyHolds } from './verify-holds.ts'
import { verifyStreams } from './verify-streams.ts'

export interface VerifiedLedger extends BalanceTotals {
  readonly streams: number
}

/**
 * Proves the ledger from the log alone, as of one moment, while the platform runs on.
 *
 * @throws LedgerFault naming the first fault
 */
export async function verifyLedger(
  pool: Pool,
  aggregates: readonly AnyAggregate[],
  onProgress: (step: 'balances' | 'streams', events: bigint) => void = () => {},
): Promise<VerifiedLedger> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const totals = await verifyBalances(client, (events) => onProgress('balances', events))
    const { streams } = await verifyStreams(client, aggregates, (events) =>
      onProgress('streams', events),
    )
    await verifyHolds(client, aggregates)
    await client.query('commit')
    return { ...totals, streams }
  } finally {
    // The transaction, where a fault has left it open, ends with its connection.
    client.release(true)
  }
}
