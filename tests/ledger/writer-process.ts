import pg from 'pg'
import { FEATURES } from '#server/features/index.ts'
import { openLedgerLog } from '#server/ledger/open-ledger-log.ts'
import { adjust } from './adjusting.ts'

// Stands in for a server process: appends from several clients concurrently, then exits.
const [url = '', commands = '0'] = process.argv.slice(2)
const CLIENTS = 8
const pool = new pg.Pool({ connectionString: url, max: 2 })
const log = openLedgerLog({ connectionString: url, pool, catalog: FEATURES.catalog })
await Promise.all(
  Array.from({ length: CLIENTS }, async (_, client) => {
    for (let count = 0; count < Number(commands) / CLIENTS; count += 1) {
      // Every process uses the same owners, so they contend for the same balances.
      const { outcome } = await adjust(log, { owner: BigInt(client + 1), change: 1n })
      if (outcome !== 'ok') throw new Error(outcome)
    }
  }),
)
await log.close()
await pool.end()
