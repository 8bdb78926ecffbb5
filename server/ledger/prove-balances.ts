import type { Pool, PoolClient } from 'pg'
import { HEAD } from '#server/events/log-head.ts'
import { type Account, accountParts, sideOf } from './chart.ts'
import { Findings } from './ledger-fault.ts'
import {
  LAST_ACCOUNT,
  nextAccounts,
  proveAccounts,
  proveMoved,
  proveUnmoved,
} from './prove-accounts.ts'
import { proveLines } from './prove-lines.ts'
import { wholeUnits } from './scan.ts'
import { inSnapshot } from './snapshot.ts'
import { ACCOUNTS_IN_TURN, type VerifiedBalances, type VerifiedState } from './verified-state.ts'
import { readHouse, replayTransfers } from './verify-balances.ts'

const POSITIONS_AT_ONCE = 100_000n
const ACCOUNTS_AT_ONCE = 50_000

/** How many of the newest events the journal may lack: they are replayed in one step. */
const LATER_MAX = 250_000n
/** The journal can continue during the proof without affecting it. */
const LATER_ENOUGH = 5_000n

/** The log up to a position, as far as the journal has been compared with it. */
export interface LinesSoFar {
  readonly position: bigint
  readonly transfers: number
  readonly lines: number
  readonly house: ReadonlyMap<Account, bigint>
}

interface Proof {
  readonly head: bigint
  readonly transfers: number
  readonly accounts: number
  /** The holdings of users and of each side of the house, according to log and tables. */
  readonly sides: ReadonlyMap<Account, bigint>
  readonly reached: VerifiedBalances
}

export interface ProofOptions {
  readonly since: VerifiedState
  /** Of an earlier run that was interrupted. */
  readonly known?: LinesSoFar | undefined
  readonly onLines: (soFar: LinesSoFar, until: bigint) => Promise<void>
}

/**
 * Proves what {@link verifyBalances} checks, without naming faults: in parts, in PostgreSQL, and
 * with little memory. The journal contains exactly the lines of the log; its lines follow from each
 * other, so they are the replay of the log; and the balances are its last lines plus later
 * movements.
 *
 * Each part reads one snapshot. What it reads up to the position of the journal never changes, so
 * the parts agree while the platform keeps running.
 *
 * With a verified state, only accounts that have moved since are read, and as many of the others as
 * fit in a run.
 *
 * @returns undefined if anything disagrees, or the journal is too far behind the log
 */
export async function proveBalances(pool: Pool, options: ProofOptions): Promise<Proof | undefined> {
  const { since } = options
  const lines = await proveLog(pool, options)
  if (!lines) return undefined
  const accounts = await (since.position === 0n
    ? proveAllAccounts(pool, lines.position)
    : proveAccountsSince(pool, since, lines.position))
  if (accounts?.lines !== lines.lines) return undefined
  const sides = new Map([...lines.house, ...accounts.sides])
  const end = await proveEnd(pool, lines, sides)
  if (!end || !sumToZero(sides)) return undefined
  const reached = { position: lines.position, sides, comparedTo: accounts.comparedTo }
  const transfers = lines.transfers + end.transfers
  return {
    head: end.head,
    transfers,
    accounts: accounts.count + end.house,
    sides: end.sides,
    reached,
  }
}

async function proveLog(pool: Pool, options: ProofOptions): Promise<LinesSoFar | undefined> {
  const { since, known } = options
  const house = new Map([...since.sides].filter(([account]) => account < 0n))
  let soFar = known ?? { position: since.position, transfers: 0, lines: 0, house }
  // The journal continues during the first round, which leaves less for the second.
  for (let enough = 1n; ; enough = LATER_ENOUGH) {
    const { head, folded } = await inSnapshot(pool, readEnds)
    if (head < soFar.position || folded < soFar.position) return undefined
    if (folded - soFar.position < enough) {
      return head - soFar.position > LATER_MAX ? undefined : soFar
    }
    const further = await proveUpTo(pool, soFar, { folded, head, onLines: options.onLines })
    if (!further) return undefined
    soFar = further
  }
}

async function proveUpTo(
  pool: Pool,
  from: LinesSoFar,
  { folded, head, onLines }: Pick<ProofOptions, 'onLines'> & { folded: bigint; head: bigint },
): Promise<LinesSoFar | undefined> {
  let soFar = from
  while (soFar.position < folded) {
    const furthest = soFar.position + POSITIONS_AT_ONCE
    const range = { after: soFar.position, upTo: folded < furthest ? folded : furthest }
    const part = await inSnapshot(pool, (client) => proveLines(client, range))
    if (!part) return undefined
    soFar = {
      position: range.upTo,
      transfers: soFar.transfers + part.transfers,
      lines: soFar.lines + part.lines,
      house: added(soFar.house, part.house),
    }
    await onLines(soFar, head)
  }
  return soFar
}

async function readEnds(client: PoolClient) {
  const { rows } = await client.query<{ head: string; folded: string }>(
    `select (${HEAD}) as head,
            (select coalesce(max(position), 0) from checkpoint where name = 'journal') as folded`,
  )
  return { head: BigInt(rows[0]?.head ?? 0), folded: BigInt(rows[0]?.folded ?? 0) }
}

interface SomeAccounts {
  readonly count: number
  readonly lines: number
  readonly sides: ReadonlyMap<Account, bigint>
  readonly comparedTo: Account
}

async function proveAllAccounts(pool: Pool, position: bigint): Promise<SomeAccounts | undefined> {
  let [count, lines, after] = [0, 0, 0n]
  let sides: ReadonlyMap<Account, bigint> = new Map()
  while (after < LAST_ACCOUNT) {
    const range = await inSnapshot(pool, (client) => nextAccounts(client, after, ACCOUNTS_AT_ONCE))
    const part = await inSnapshot(pool, (client) => proveAccounts(client, range, position))
    if (!part) return undefined
    count += part.accounts
    lines += part.lines
    sides = added(sides, part.sides)
    after = range.upTo
  }
  return { count, lines, sides, comparedTo: 0n }
}

async function proveAccountsSince(
  pool: Pool,
  since: VerifiedState,
  position: bigint,
): Promise<SomeAccounts | undefined> {
  const users = new Map([...since.sides].filter(([account]) => account > 0n))
  return inSnapshot(pool, async (client) => {
    const range = await nextAccounts(client, since.comparedTo, ACCOUNTS_IN_TURN)
    const unmoved = await proveUnmoved(client, range, since.position)
    const moved = await proveMoved(client, since.position, position)
    if (unmoved === undefined || !moved) return undefined
    return {
      count: moved.accounts + unmoved,
      lines: moved.lines,
      sides: added(users, moved.sides),
      comparedTo: range.upTo === LAST_ACCOUNT ? 0n : range.upTo,
    }
  })
}

const OPENINGS = `
  select account, coalesce((
    select balance from journal
    where journal.account = moved.account and position <= $1 order by position desc limit 1
  ), 0) as amount
  from (
    select distinct account from event cross join lateral unnest(debits || credits) as account
    where position > $1 and account > 0
  ) as moved`

/** Replays what the journal lacks, and compares the house accounts. */
async function proveEnd(
  pool: Pool,
  { position, house }: LinesSoFar,
  sides: ReadonlyMap<Account, bigint>,
) {
  return inSnapshot(pool, async (client) => {
    const { rows } = await client.query<{ account: string; amount: string }>(OPENINGS, [position])
    const openings = rows.map((row) => [BigInt(row.account), BigInt(row.amount)] as const)
    const balances = new Map([...openings, ...house])
    const findings = new Findings()
    const { last, transfers } = await replayTransfers(client, findings, {
      after: position,
      balances,
    })
    const stored = await readHouse(client)
    const accounts = [...balances].filter(([account]) => account < 0n)
    const isHouse =
      accounts.every(([account, amount]) => wholeUnits(stored.get(account) ?? '0') === amount) &&
      [...stored].every(([account, amount]) => balances.has(account) || wholeUnits(amount) === 0n)
    if (findings.list().length > 0 || !isHouse) return undefined
    const now = new Map([...sides, ...accounts])
    for (const [account, amount] of openings) {
      const side = sideOf(account)
      now.set(side, (now.get(side) ?? 0n) + (balances.get(account) ?? 0n) - amount)
    }
    return { head: last, transfers, house: accounts.length, sides: now }
  })
}

function sumToZero(sides: ReadonlyMap<Account, bigint>): boolean {
  const sums = new Map<string, bigint>()
  for (const [account, amount] of sides) {
    const { symbol } = accountParts(account)
    sums.set(symbol, (sums.get(symbol) ?? 0n) + amount)
  }
  return [...sums.values()].every((sum) => sum === 0n)
}

function added(
  left: ReadonlyMap<Account, bigint>,
  right: ReadonlyMap<Account, bigint>,
): Map<Account, bigint> {
  const sums = new Map(left)
  for (const [account, amount] of right) sums.set(account, (sums.get(account) ?? 0n) + amount)
  return sums
}
