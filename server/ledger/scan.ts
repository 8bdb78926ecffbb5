import type { PoolClient } from 'pg'

export interface BalanceRow {
  readonly account: string
  readonly amount: string
}

const ROWS_AT_ONCE = 5_000

/** Reads a query of any size row by row over a cursor, inside the transaction of the client. */
export async function* scan<Row extends object>(
  client: PoolClient,
  name: string,
  query: string,
): AsyncGenerator<Row> {
  await client.query(`declare ${name} no scroll cursor for ${query}`)
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${ROWS_AT_ONCE} from ${name}`)
    yield* rows
    if (rows.length < ROWS_AT_ONCE) break
  }
  await client.query(`close ${name}`)
}

/** A whole number of units as PostgreSQL writes it; undefined for a fraction, which is a fault. */
export function wholeUnits(text: string): bigint | undefined {
  return /^-?\d+$/.test(text) ? BigInt(text) : undefined
}
