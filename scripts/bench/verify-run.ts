import { OPERATOR_BOUNDS } from '#server/events/connection.ts'
import { keepVerifiedState, readVerifiedState } from '#server/ledger/verified-state.ts'
import { inspectLedger, inspectWith, type LedgerReport } from '#server/ledger/verify-ledger.ts'
import { openPool } from '#server/platform/pool.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { withCheckThreads } from '#server/verify-threads.ts'

// Runs the checks once on the database in the first argument, full or incremental. Sends the cost
// to the process that started it.

export interface VerifyResult {
  readonly events: number
  readonly seconds: number
  /** Processor time of this process, excluding PostgreSQL. */
  readonly cpuS: number
  readonly megabytes: number
}

const [databaseUrl = '', scope] = process.argv.slice(2)
const pool = openPool(databaseUrl, 4, OPERATOR_BOUNDS)
const started = performance.now()
const since = await readVerifiedState(pool)
const { events, faults, verified } = await (scope === 'full' ? verifyAll() : verifyNew())
const seconds = (performance.now() - started) / 1_000
const [first] = faults
if (first) throw new Error(`the ledger is not sound: ${first.check}: ${first.fault}`)
await inTransaction(pool, (transaction) =>
  keepVerifiedState(transaction, verified, scope === 'full' ? 0n : since.position),
)
await pool.end()
const { user, system } = process.cpuUsage()
const result: VerifyResult = {
  events: Number(events),
  seconds,
  cpuS: (user + system) / 1_000_000,
  megabytes: process.resourceUsage().maxRSS / 1_024,
}
process.send?.(result)

// The generated prices are not in the price record.
function verifyAll(): Promise<LedgerReport> {
  return withCheckThreads({ databaseUrl, withPrices: false }, (checker) =>
    inspectWith(pool, checker, { name: 'bench' }),
  )
}

async function verifyNew(): Promise<LedgerReport> {
  const { FEATURES } = await import('#server/features/index.ts')
  const { funding } = await import('#scripts/drill/funding.ts')
  const aggregates = FEATURES.aggregates.map(({ restsOn: _, ...aggregate }) => aggregate)
  return inspectLedger(pool, [...aggregates, funding], { since })
}
