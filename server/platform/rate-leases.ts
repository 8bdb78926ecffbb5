import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import { deriveKey } from '#server/platform/cipher.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { ScheduledTask } from '#server/platform/jobs.ts'
import type { LeaseAsked } from '#server/platform/rate-limits.ts'
import { batchLoader } from '#shared/batch-loader.ts'
import { MINUTE_MS } from '#shared/time.ts'

const NAME_BYTES = 16
/** The largest difference between the clocks of two servers, in minutes. */
const MINUTES_KEPT = 2

/**
 * Leases from the counts that all processes share: a tenth of what is left of a limit, but at least
 * one request. Names contain addresses and users, so only a keyed hash is stored, and only for
 * minutes.
 */
export function rateLeases(
  pool: Pick<Pool, 'query'>,
  masterKey: Buffer,
): (asked: LeaseAsked) => Promise<number> {
  const key = deriveKey(masterKey, 'rate limits')
  const load = batchLoader<LeaseAsked, number>(idOf, async (asked) => {
    const rows = asked.map((one) => ({ ...one, id: idOf(one), hash: hashOf(key, one.name) }))
    const { rows: leases } = await pool.query<Lease>({
      name: 'lease rates',
      text: LEASE,
      values: [
        rows.map(({ minute }) => minute),
        rows.map(({ hash }) => hash),
        rows.map(({ perMinute }) => perMinute),
        rows.map(({ used }) => used),
      ],
    })
    const leased = new Map(leases.map((one) => [`${one.minute} ${one.name.toString('hex')}`, one]))
    return new Map(
      rows.map(({ id, minute, hash }) => [
        id,
        leased.get(`${minute} ${hash.toString('hex')}`)?.leased ?? 0,
      ]),
    )
  })
  return async (asked) => (await load(asked)) ?? 0
}

interface Lease {
  readonly minute: number
  readonly name: Buffer
  readonly leased: number
}

const idOf = ({ minute, name }: LeaseAsked) => `${minute} ${name}`

function hashOf(key: Buffer, name: string): Buffer {
  return createHmac('sha256', key).update(name).digest().subarray(0, NAME_BYTES)
}

const shareOf = (left: string) => `greatest(0, least(${left}, greatest(1, (${left}) / 10)))`

// Rows are locked in the order of their names, so that processes cannot deadlock.
const LEASE = `
  insert into rate_count as c (minute, name, per_minute, taken, leased)
  select minute, name, per_minute, used + ${shareOf('per_minute - used')},
         ${shareOf('per_minute - used')}
  from unnest($1::int[], $2::bytea[], $3::int[], $4::int[]) as asked (minute, name, per_minute, used)
  order by minute, name
  on conflict (minute, name) do update set
    taken = c.taken + excluded.taken - excluded.leased + ${shareOf(
      'c.per_minute - c.taken - excluded.taken + excluded.leased',
    )},
    leased = ${shareOf('c.per_minute - c.taken - excluded.taken + excluded.leased')}
  returning minute, name, leased`

/** Deletes the counts of earlier minutes. */
export function rateSweep({ pool, clock }: { pool: Pool; clock: Clock }): ScheduledTask {
  return {
    name: 'rate-limits.sweep',
    at: '*/5 * * * *',
    run: async () => {
      const minute = Math.floor(clock.now() / MINUTE_MS)
      await pool.query('delete from rate_count where minute < $1', [minute - MINUTES_KEPT])
    },
  }
}
