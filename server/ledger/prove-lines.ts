import type { PoolClient } from 'pg'
import { ASSETS } from '#shared/assets.ts'
import type { Account } from './chart.ts'
import { isWhole, wholeUnits } from './scan.ts'

/** What a range of the log moved, if the journal has each of its lines. */
export interface ProvedLines {
  readonly transfers: number
  /** How many lines of the range the journal must have. */
  readonly lines: number
  /** What each house account gained. */
  readonly house: ReadonlyMap<Account, bigint>
}

const ASSET_NUMBERS = ASSETS.map(({ number }) => number).join()

// The journal is indexed by position, so a range reads only its own lines.
const LINES = `
  with part as materialized (
    select position, debits, credits, amounts from event where position > $1 and position <= $2
  ), transfer as materialized (
    select position, unnest(debits) as debit, unnest(credits) as credit, unnest(amounts) as amount
    from part
  ), side as materialized (
    select position, credit as account, amount from transfer
    union all
    select position, debit, -amount from transfer
  ), line as materialized (
    select account, position, sum(amount) as amount from side
    where account > 0 group by account, position
  )
  select
    (select count(*) from part) as events,
    (select count(*) from transfer) as transfers,
    (select count(*) from transfer where (
      amount > 0 and amount = trunc(amount) and abs(debit) / 2 % 512 = abs(credit) / 2 % 512
      and abs(debit) / 2 % 512 in (${ASSET_NUMBERS})) is not true) as unsound,
    (select count(*) from line) as lines,
    (select count(*) from line join (
       select account, position, amount from journal where position > $1 and position <= $2
     ) as known using (account, position) where known.amount = line.amount) as known,
    (select json_object_agg(account, amount::text) from (
       select account, sum(amount) as amount from side where account < 0 group by account
     ) as house) as house`

interface LinesRow {
  readonly events: string
  readonly transfers: string
  readonly unsound: string
  readonly lines: string
  readonly known: string
  readonly house: Readonly<Record<string, string>> | null
}

/**
 * Proves that no position of a range is missing, that its transfers are sound, and that the journal
 * has every line of it with its amount.
 *
 * @returns undefined if that is not so
 */
export async function proveLines(
  client: Pick<PoolClient, 'query'>,
  { after, upTo }: { readonly after: bigint; readonly upTo: bigint },
): Promise<ProvedLines | undefined> {
  const { rows } = await client.query<LinesRow>(LINES, [after, upTo])
  const [row] = rows
  if (!row || BigInt(row.events) !== upTo - after) return undefined
  if (row.unsound !== '0' || row.known !== row.lines) return undefined
  const amounts = Object.entries(row.house ?? {})
  const house = new Map(
    amounts.map(([account, amount]) => [BigInt(account), wholeUnits(amount)] as const),
  )
  if (!isWhole(house)) return undefined
  return { transfers: Number(row.transfers), lines: Number(row.lines), house }
}
