import { OPERATOR_BOUNDS } from '#server/events/connection.ts'
import { FEATURES } from '#server/features/index.ts'
import { inspectLedger } from '#server/ledger/verify-ledger.ts'
import { openPool } from '#server/platform/pool.ts'
import { funding } from './funding.ts'
import type { OrderLoad } from './order-load.ts'

const UUID_LENGTH = 36

/** Prints whether the log has each acknowledged order once and no others, and passes the checks. */
export async function judgeLog(url: string, load: OrderLoad): Promise<boolean> {
  const pool = openPool(url, 2, OPERATOR_BOUNDS)
  try {
    const { rows } = await pool.query<{ stream: string }>(
      `select stream from event where type = 'SpotOrderPlaced'`,
    )
    const placed = new Set(rows.map(({ stream }) => stream.slice(-UUID_LENGTH)))
    const ids = new Set(load.acknowledged.values())
    const lost = [...ids].filter((id) => !placed.has(id))
    const duplicated = rows.length - (ids.size - lost.length)
    const { events, faults } = await inspectLedger(pool, [...FEATURES.aggregates, funding])
    const responses = [...load.responses].map(([response, count]) => `${count} × ${response}`)
    console.log(`  responses: ${responses.join(', ')}`)
    console.log(`  slowest response: ${(load.slowestMs / 1_000).toFixed(1)} s`)
    console.log(`  ${ids.size} orders acknowledged: ${lost.length} lost, ${duplicated} duplicated`)
    console.log(`  ${events} events verified: ${faults.length} faults`)
    for (const { check, fault } of faults) console.log(`    ${check}: ${fault}`)
    return lost.length === 0 && duplicated === 0 && faults.length === 0
  } finally {
    await pool.end()
  }
}
