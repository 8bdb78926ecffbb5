import type { PoolClient } from 'pg'
import { changesOf } from '#server/events/balance-changes.ts'
import type { Transfer } from '#server/events/log.ts'
import { type Account, assetOfAccount } from './chart.ts'
import { LedgerFault, withinEvent } from './ledger-fault.ts'
import { named, wholeUnits } from './named-account.ts'
import { scan } from './scan.ts'
import { journalCheck } from './verify-journal.ts'

export interface BalanceTotals {
  readonly events: bigint
  readonly transfers: number
  readonly accounts: number
}

interface TransferRow {
  readonly position: string
  readonly debits: readonly string[]
  readonly credits: readonly string[]
  readonly amounts: readonly string[]
}

/**
 * Replays every transfer from the first event and holds the result against the balance tables.
 *
 * Refuses, in this order: a gap in the positions; a transfer that is not sound; a user account that
 * is below zero after any event; an asset whose accounts do not sum to zero; a balance, of a user or
 * of the house, that differs from the replay; a line of the journal that does.
 */
export async function verifyBalances(
  client: PoolClient,
  onProgress: (position: bigint) => void,
): Promise<BalanceTotals> {
  const balances = new Map<Account, bigint>()
  let last = 0n
  let transfers = 0
  const journal = await journalCheck(client)
  const query = `select position, debits::text[], credits::text[], amounts::text[]
                 from event order by position`
  for await (const row of scan<TransferRow>(client, 'verify_transfers', query)) {
    const position = BigInt(row.position)
    if (position !== last + 1n) {
      throw new LedgerFault(`position ${last + 1n} is missing: the next event is at ${position}`)
    }
    last = position
    const moved = withinEvent(position, () => replay(row, balances))
    transfers += moved.length
    await journal.next(position, changesOf(moved), balances)
    if (position % 5_000n === 0n) onProgress(position)
  }
  verifySums(balances)
  await verifyTable(client, balances)
  await verifyHouse(client, balances)
  journal.end()
  return { events: last, transfers, accounts: balances.size }
}

function replay(row: TransferRow, balances: Map<Account, bigint>): Transfer[] {
  const { position, debits, credits, amounts } = row
  if (debits.length !== amounts.length || credits.length !== amounts.length) {
    throw new LedgerFault(`event ${position}: a transfer has lost one of its sides`)
  }
  const moved = amounts.map((text, index) => {
    const [debit, credit] = [BigInt(debits[index] as string), BigInt(credits[index] as string)]
    const amount = wholeUnits(text)
    if (amount === undefined || amount <= 0n || assetOfAccount(debit) !== assetOfAccount(credit)) {
      throw new LedgerFault(`event ${position}: transfer ${index + 1} is not sound`)
    }
    balances.set(debit, (balances.get(debit) ?? 0n) - amount)
    balances.set(credit, (balances.get(credit) ?? 0n) + amount)
    return { debit, credit, amount }
  })
  const touched = moved.flatMap(({ debit, credit }) => [debit, credit])
  const poor = touched.find((account) => account > 0n && (balances.get(account) as bigint) < 0n)
  if (poor !== undefined) {
    throw new LedgerFault(`event ${position}: ${named(poor)} falls to ${balances.get(poor)}`)
  }
  return moved
}

function verifySums(balances: ReadonlyMap<Account, bigint>): void {
  const sums = new Map<string, bigint>()
  for (const [account, amount] of balances) {
    const symbol = assetOfAccount(account)
    sums.set(symbol, (sums.get(symbol) ?? 0n) + amount)
  }
  for (const [symbol, sum] of sums) {
    if (sum !== 0n) throw new LedgerFault(`all accounts in ${symbol} sum to ${sum}, not to zero`)
  }
}

async function verifyTable(
  client: PoolClient,
  balances: ReadonlyMap<Account, bigint>,
): Promise<void> {
  const unseen = new Set([...balances.keys()].filter((account) => account > 0n))
  const query = 'select account, amount from balance order by account'
  for await (const row of scan<{ account: string; amount: string }>(
    client,
    'verify_table',
    query,
  )) {
    const account = BigInt(row.account)
    const replayed = balances.get(account) ?? 0n
    if (replayed !== wholeUnits(row.amount)) {
      throw new LedgerFault(`${named(account)} is ${row.amount}, the log says ${replayed}`)
    }
    unseen.delete(account)
  }
  const [missing] = unseen
  if (missing !== undefined) throw new LedgerFault(`${named(missing)} has no balance`)
}

/** The house's sums, as far as they are folded, and with the tail behind them. */
async function verifyHouse(
  client: PoolClient,
  balances: ReadonlyMap<Account, bigint>,
): Promise<void> {
  const { rows } = await client.query<{ account: string; amount: string }>(`
    select account, sum(amount) as amount
    from (
      select account, amount from house_balance
      union all
      select side.account, side.amount
      from event
      cross join lateral unnest(debits, credits, amounts) as transfer (debit, credit, amount)
      cross join lateral (values (debit, -transfer.amount), (credit, transfer.amount))
                 as side (account, amount)
      where side.account < 0 and event.position >
            coalesce((select position from checkpoint where name = 'house-balance'), 0)
    ) as part
    group by account`)
  const held = new Map(rows.map((row) => [BigInt(row.account), row.amount]))
  const accounts = new Set([...held.keys(), ...[...balances.keys()].filter((key) => key < 0n)])
  for (const account of accounts) {
    const [sum, replayed] = [held.get(account) ?? '0', balances.get(account) ?? 0n]
    if (wholeUnits(sum) !== replayed) {
      throw new LedgerFault(`${named(account)} is ${sum}, the log says ${replayed}`)
    }
  }
}
