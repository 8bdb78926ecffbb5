import type { Pool } from 'pg'
import { houseOf, sqlChart } from '#server/ledger/chart.ts'

/** Fills an empty log in SQL with deposits of 10,000 users, for readers of the log only. */
export async function fillLog(pool: Pool, events: number): Promise<void> {
  await pool.query('truncate event, balance, document, house_balance, journal, listed')
  await pool.query(
    `insert into event (position, stream, version, key, request_hash, type, schema_version, data,
                        metadata, hash, debits, credits, amounts)
     select n, 'deposit-' || n, 1, gen_random_uuid(), '', 'BalanceAdjusted', 1,
            '{"symbol": "USDT", "direction": "credit", "amount": "0.00001", "reason": "benchmark"}',
            '{"actor": {"kind": "system"}, "at": "2026-01-31T09:30:00.000Z", "correlation": ""}',
            sha256(int8send(n)), array[${houseOf('adjustments', 'USDT')}],
            array[${sqlChart.availableOf('(1 + n % 10000)', 'USDT')}], array[1000]
     from generate_series(1, $1::bigint) as n`,
    [events],
  )
  await pool.query('vacuum analyze event')
}
