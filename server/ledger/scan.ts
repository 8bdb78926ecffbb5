import type { CustomTypesConfig, PoolClient } from 'pg'

export interface BalanceRow {
  readonly account: string
  readonly amount: string
}

const ROWS_AT_ONCE = 5_000
/**
 * Wide rows are read in smaller batches, so that the garbage collector frees their strings early;
 * they are most of what a check allocates.
 */
const WIDE_ROWS_AT_ONCE = 1_000

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

/**
 * Every column as PostgreSQL's text: decoding columns that few rows need would take most of the
 * time.
 */
const AS_TEXT: CustomTypesConfig = { getTypeParser: () => (text: string) => text }

type Texts = readonly (string | null)[]

/** Like {@link scan}, several rows at a time, each as its columns' texts. */
export async function* scanTexts<Row extends Texts>(
  client: PoolClient,
  name: string,
  query: string,
): AsyncGenerator<readonly Row[]> {
  await client.query(`declare ${name} no scroll cursor for ${query}`)
  for (;;) {
    const rows = await readTexts<Row>(client, `fetch ${WIDE_ROWS_AT_ONCE} from ${name}`)
    yield rows
    if (rows.length < WIDE_ROWS_AT_ONCE) break
  }
  await client.query(`close ${name}`)
}

/** Each row of a query as its columns' texts. */
export async function readTexts<Row extends Texts>(
  client: PoolClient,
  text: string,
): Promise<readonly Row[]> {
  const query = { text, rowMode: 'array' as const, types: AS_TEXT }
  return (await client.query<Row & string[]>(query)).rows
}

/** A whole number of units as PostgreSQL writes it; undefined for a fraction, which is a fault. */
export function wholeUnits(text: string): bigint | undefined {
  return /^-?\d+$/.test(text) ? BigInt(text) : undefined
}

/** Whether no amount of a map was a fraction. */
export function isWhole<K>(amounts: Map<K, bigint | undefined>): amounts is Map<K, bigint> {
  return [...amounts.values()].every((amount) => amount !== undefined)
}
