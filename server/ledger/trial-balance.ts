import type { PoolClient } from 'pg'
import { ASSETS } from '#shared/assets.ts'
import { type Decimal, formatUnits, type Units } from '#shared/money.ts'
import { type Account, accountParts, isFrozen, ownerNoOf, sqlChart } from './chart.ts'
import { HOUSE_HELD } from './house-held.ts'

/** One side of the ledger in one asset: the log against the tables. */
export interface TrialLine {
  readonly symbol: string
  /** "available" and "frozen" of all users together, or a house account. */
  readonly account: string
  readonly log: Decimal
  readonly tables: Decimal
}

/** Sums users' accounts by asset and part under owner 0, which no user has. */
const TABLES = `
  select ${sqlChart.sideOf('account')} as account, trunc(sum(amount)) as amount
  from balance group by ${sqlChart.sideOf('account')}
  union all
  select account, trunc(amount) from (${HOUSE_HELD}) as house`

/** The sums in the tables, as accounts of owner 0 and of the house. */
export async function readSides(client: PoolClient): Promise<[Account, Units][]> {
  const { rows } = await client.query<{ account: string; amount: string }>(TABLES)
  return rows.map(({ account, amount }) => [BigInt(account), BigInt(amount)])
}

/**
 * The trial balance: what users and each side of the house hold of every asset. Each column sums to
 * zero within an asset.
 *
 * Units   whole assets, in decimals
 */
export function trialBalance(
  replayed: Iterable<readonly [Account, Units]>,
  stored: Iterable<readonly [Account, Units]>,
): TrialLine[] {
  const lines = new Map<string, Line>()
  for (const [account, amount] of replayed) lineOf(lines, account).log += amount
  for (const [account, amount] of stored) lineOf(lines, account).tables += amount
  return [...lines.values()]
    .sort((one, other) => one.rank - other.rank)
    .map(({ rank, log, tables, ...line }) => ({
      ...line,
      log: formatUnits(log),
      tables: formatUnits(tables),
    }))
}

interface Line extends Pick<TrialLine, 'symbol' | 'account'> {
  readonly rank: number
  log: Units
  tables: Units
}

function lineOf(lines: Map<string, Line>, account: Account): Line {
  const { symbol, owner, part } = accountParts(account)
  const name = account < 0n ? String(owner) : part
  const key = `${symbol} ${name}`
  const known = lines.get(key)
  if (known) return known
  const line = { symbol, account: name, rank: rankOf(account, symbol), log: 0n, tables: 0n }
  lines.set(key, line)
  return line
}

/** Orders by asset; within one, available, then frozen, then the house by number. */
function rankOf(account: Account, symbol: string): number {
  const asset = ASSETS.findIndex((each) => each.symbol === symbol)
  const part = account < 0n ? 2 + Number(ownerNoOf(account)) : Number(isFrozen(account))
  return asset * 1_000 + part
}
