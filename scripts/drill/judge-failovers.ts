import { OPERATOR_BOUNDS } from '#server/events/connection.ts'
import { keySortedByTime } from '#server/events/idempotency.ts'
import { FEATURES } from '#server/features/index.ts'
import { inspectLedger } from '#server/ledger/verify-ledger.ts'
import { openPool } from '#server/platform/pool.ts'
import { funding } from './funding.ts'
import type { OutboxCustomer } from './outbox-customer.ts'

/** Prints whether each acknowledged order is in the log once, and was announced to its customer. */
export async function judgeFailovers(
  url: string,
  customers: readonly OutboxCustomer[],
): Promise<boolean> {
  const pool = openPool(url, 2, OPERATOR_BOUNDS)
  try {
    const { rows } = await pool.query<{ key: string; stream: string; actor: string }>(
      `select key, stream, metadata -> 'actor' ->> 'id' as actor from event
       where type = 'SpotOrderPlaced'`,
    )
    const placed = new Set(rows.map(({ key }) => key))
    const keys = customers.flatMap(({ userId, acknowledged }) =>
      [...acknowledged].map((key) => keySortedByTime(userId, key, 0)),
    )
    const lost = keys.filter((key) => !placed.has(key))
    const unasked = rows.length - (keys.length - lost.length)
    const heard = new Map(customers.map(({ userId, heard }) => [userId, heard]))
    const untold = rows.filter(
      ({ stream, actor }) => !heard.get(actor)?.has(stream.slice(-UUID_LENGTH)),
    )
    const { rows: losses } = await pool.query<{ epochs: string; lost: string }>(
      `select count(distinct data ->> 'epoch') as epochs, coalesce(sum(
         (data ->> 'lastLost')::bigint - (data ->> 'lastKept')::bigint), 0) as lost
       from event where type = 'PositionsLost'`,
    )
    const { rows: signings } = await pool.query<{ size: string; refused: string }>(
      `select (select coalesce(max(size), 0) from log_checkpoint) as size,
              (select count(*) from event where type = 'SigningRefused') as refused`,
    )
    const refused = Number(signings[0]?.refused)
    const { events, faults } = await inspectLedger(pool, [...FEATURES.aggregates, funding])
    const responses = new Map<string, number>()
    for (const [response, count] of customers.flatMap((each) => [...each.responses])) {
      responses.set(response, (responses.get(response) ?? 0) + count)
    }
    const sentAgain = customers.reduce((sum, each) => sum + each.sentAgain, 0)
    console.log(
      `  responses: ${[...responses].map(([name, count]) => `${count} × ${name}`).join(', ')}`,
    )
    console.log(
      `  ${keys.length} orders acknowledged, ${sentAgain} sent again after a failover: ` +
        `${lost.length} lost, ${unasked} duplicated`,
    )
    console.log(
      `  ${losses[0]?.lost} positions lost in ${losses[0]?.epochs} failovers, each reported to staff`,
    )
    console.log(`  ${untold.length} orders not announced on the live channel`)
    console.log(`  ${signings[0]?.size} events signed; refused to sign ${refused} times`)
    console.log(`  ${events} events verified: ${faults.length} faults`)
    for (const { check, fault } of faults) console.log(`    ${check}: ${fault}`)
    return [lost.length, unasked, untold.length, refused, faults.length].every(
      (count) => count === 0,
    )
  } finally {
    await pool.end()
  }
}

const UUID_LENGTH = 36
