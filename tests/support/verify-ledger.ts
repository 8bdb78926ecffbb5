import type { Pool } from 'pg'
import type { AnyAggregate } from '#server/events/decider.ts'
import { LedgerFault } from '#server/ledger/ledger-fault.ts'
import { inspectLedger } from '#server/ledger/verify-ledger.ts'

/** Verifies the ledger from the log alone. @throws LedgerFault naming the first fault */
export async function verifyLedger(pool: Pool, aggregates: readonly AnyAggregate[]) {
  const report = await inspectLedger(pool, aggregates)
  const { events, streams, transfers, accounts, faults } = report
  const [first] = faults
  if (first) throw new LedgerFault(first.fault)
  return { events, streams, transfers, accounts }
}
