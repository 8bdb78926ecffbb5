import type { PoolClient } from 'pg'
import { transferSides } from '#server/events/transfer-sides.ts'
import { type Account, sqlChart } from './chart.ts'
import { isWhole, wholeUnits } from './scan.ts'

/** The totals of a part of the accounts, if everything in it agrees. */
export interface ProvedAccounts {
  readonly accounts: number
  /** Lines of the journal up to the position. */
  readonly lines: number
  /** By asset and part, as accounts of owner 0, which no user has. */
  readonly sides: ReadonlyMap<Account, bigint>
}

// The movements of each account in the part after the position.
const LATER = (isInPart: string) => `
  select account, sum(amount) as amount
  from (${transferSides('position > $1')}) as side where account > 0 and ${isInPart}
  group by account`

// Each line follows from the previous one: by induction the lines are the replay of their amounts,
// which other statements compare with the log. \`next\` finds the last line up to the position.
const FOLDED = `
  select account, opening,
         count(*) filter (where position <= $1) as lines,
         count(*) filter (where balance is distinct from before + amount or balance < 0
                             or position > (select position from folded)) as wrong,
         max(balance) filter (where position <= $1 and (next is null or next > $1)) as balance
  from (
    select account, position, amount, balance, opening,
           lag(balance, 1, opening) over own as before, lead(position) over own as next
    from line window own as (partition by account order by position)
  ) as line
  group by account, opening`

const SUMMED = `
  select ${sqlChart.sideOf('account')} as side, count(*) as accounts, coalesce(sum(lines), 0) as lines,
         sum(meant - opening) as sum,
         count(*) filter (where wrong > 0 or held is distinct from meant + later) as differing
  from compared group by ${sqlChart.sideOf('account')}`

const CHECKPOINT = `select coalesce(max(position), 0) as position
  from checkpoint where name = 'journal'`

/** $1: position, $2 and $3: a range of accounts. */
const RANGE = `
  with folded as materialized (${CHECKPOINT}), line as (
    select account, position, amount, balance, 0::numeric as opening
    from journal where account > $2 and account <= $3
  ), replayed as (${FOLDED}), later as (${LATER('account > $2 and account <= $3')}), held as (
    select account, amount from balance where account > $2 and account <= $3
  ), compared as (
    select account, lines, wrong, 0 as opening, coalesce(replayed.balance, 0) as meant,
           coalesce(later.amount, 0) as later, held.amount as held
    from replayed full join later using (account) full join held using (account)
  )
  ${SUMMED}`

/** $1: position, $2: the verified one before. */
const MOVED = `
  with folded as materialized (${CHECKPOINT}), moved as materialized (
    select account, coalesce(verified_balance.amount, 0) as opening
    from (
      select distinct account from (${transferSides('position > $2')}) as side where account > 0
    ) as moved left join verified_balance using (account)
  ), line as (
    select moved.account, position, amount, balance, opening
    from moved cross join lateral (
      select position, amount, balance from journal
      where journal.account = moved.account and position > $2 offset 0
    ) as line
  ), replayed as (${FOLDED}), later as (${LATER('true')}), held as (
    select account, amount from moved cross join lateral (
      select amount from balance where balance.account = moved.account offset 0
    ) as held
  ), compared as (
    select account, lines, wrong, moved.opening,
           coalesce(replayed.balance, moved.opening) as meant,
           coalesce(later.amount, 0) as later, held.amount as held
    from moved left join replayed using (account) left join later using (account)
         left join held using (account)
  )
  ${SUMMED}`

/** Accounts that have not moved since. $1: a verified position, $2 and $3: a range of accounts. */
const UNMOVED = `
  with moved as materialized (
    select distinct account from (${transferSides('position > $1')}) as side where account > 0
  ), compared as (
    select account, verified.amount as meant, held.amount as held
    from (select account, amount from verified_balance where account > $2 and account <= $3)
         as verified
    full join (select account, amount from balance where account > $2 and account <= $3) as held
         using (account)
  )
  select count(*) as accounts,
         count(*) filter (
           where meant is distinct from held
              or exists (select from journal
                         where journal.account = compared.account and journal.position > $1)
         ) as differing
  from compared where account not in (select account from moved)`

export interface AccountRange {
  readonly after: Account
  readonly upTo: Account
}

/** Above every account. */
export const LAST_ACCOUNT: Account = 2n ** 63n - 1n

/** The range that begins after an account and contains a given number of accounts. */
export async function nextAccounts(
  client: Pick<PoolClient, 'query'>,
  after: Account,
  count: number,
): Promise<AccountRange> {
  const { rows } = await client.query<{ last: string | null; count: string }>(
    `select max(account) as last, count(*) as count
     from (select account from balance where account > $1 order by account limit $2) as next`,
    [after, count],
  )
  const [{ last = null, count: found = '0' } = {}] = rows
  return { after, upTo: last === null || Number(found) < count ? LAST_ACCOUNT : BigInt(last) }
}

interface SummedRow {
  readonly side: string
  readonly accounts: string
  readonly lines: string
  readonly sum: string
  readonly differing: string
}

/**
 * Proves that the journal's lines of a range of accounts follow from each other and, together with
 * movements after a position, lead to the balances.
 *
 * @returns undefined if the proof fails
 */
export async function proveAccounts(
  client: Pick<PoolClient, 'query'>,
  { after, upTo }: AccountRange,
  position: bigint,
): Promise<ProvedAccounts | undefined> {
  const { rows } = await client.query<SummedRow>(RANGE, [position, after, upTo])
  return provedIn(rows)
}

/** The same for accounts that moved after a verified position; the sums are their changes. */
export async function proveMoved(
  client: Pick<PoolClient, 'query'>,
  since: bigint,
  position: bigint,
): Promise<ProvedAccounts | undefined> {
  const { rows } = await client.query<SummedRow>(MOVED, [position, since])
  return provedIn(rows)
}

/**
 * Proves that accounts without movements after a verified position still have the balances verified
 * there.
 *
 * @returns the number of these accounts; undefined if the proof fails
 */
export async function proveUnmoved(
  client: Pick<PoolClient, 'query'>,
  { after, upTo }: AccountRange,
  since: bigint,
): Promise<number | undefined> {
  const { rows } = await client.query<Pick<SummedRow, 'accounts' | 'differing'>>(UNMOVED, [
    since,
    after,
    upTo,
  ])
  const [row] = rows
  return row?.differing === '0' ? Number(row.accounts) : undefined
}

function provedIn(rows: readonly SummedRow[]): ProvedAccounts | undefined {
  if (rows.some(({ differing }) => differing !== '0')) return undefined
  const sides = new Map(rows.map(({ side, sum }) => [BigInt(side), wholeUnits(sum)]))
  if (!isWhole(sides)) return undefined
  const total = (of: 'accounts' | 'lines') => rows.reduce((sum, row) => sum + Number(row[of]), 0)
  return {
    accounts: total('accounts'),
    lines: total('lines'),
    sides,
  }
}
