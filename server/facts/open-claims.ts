import type { Pool } from 'pg'
import { batchLoader } from '#shared/batch-loader.ts'
import { parseUnits, type Units } from '#shared/money.ts'

/** Reads what open streams claim under a name. */
export type ReadOpenClaims = (name: string) => Promise<Units>

/**
 * Reads single sums, many in one query. The append refuses if the limit was used up since.
 */
export function batchOpenClaims(pool: Pick<Pool, 'query'>): ReadOpenClaims {
  const read = batchLoader<string, Units>(
    (name) => name,
    (names) => readSums(pool, names),
  )
  return async (name) => (await read(name)) ?? 0n
}

async function readSums(
  pool: Pick<Pool, 'query'>,
  names: readonly string[],
): Promise<ReadonlyMap<string, Units>> {
  const { rows } = await pool.query<{ name: string; amount: string }>({
    name: 'read open claims',
    text: 'select name, trim_scale(amount) as amount from open_claim where name = any ($1)',
    values: [names],
  })
  return new Map(rows.map(({ name, amount }) => [name, parseUnits(amount)]))
}
