import type { PoolClient } from 'pg'
import { changesOf } from '#server/events/balance-changes.ts'
import type { Transfer } from '#server/events/log.ts'
import { type Account, named } from './chart.ts'
import { HOUSE_HELD } from './house-held.ts'
import type { Findings } from './ledger-fault.ts'
import { BalanceReplay, type TransferRow, verifySums } from './replay-balances.ts'
import { type BalanceRow, scan, wholeUnits } from './scan.ts'
import { journalCheck } from './verify-journal.ts'

/** The balance of every account at a position. */
export interface BalancesAt {
  readonly position: bigint
  readonly balances: ReadonlyMap<Account, bigint>
}

/**
 * Replays every transfer after a position and compares the result with the balance tables and the
 * journal. It holds every account in memory. `prove-balances.ts` runs first, needs little memory
 * and only says whether everything agrees; this names the faults.
 *
 * Finds, in this order: a gap in the positions; an invalid transfer; a user account that is below
 * zero after any event; an asset whose accounts do not sum to zero; a balance, of a user or of the
 * house, that differs from the replay; a line of the journal that differs.
 */
export async function verifyBalances(
  client: PoolClient,
  findings: Findings,
  since: BalancesAt,
  onProgress: (events: bigint) => void,
) {
  const journal = await journalCheck(client, findings, since.position)
  // Ends at the position up to which the journal is folded: later lines have not been checked.
  let reached: BalancesAt = since
  const balances = new Map(since.balances)
  const { last, transfers } = await replayTransfers(client, findings, {
    after: since.position,
    balances,
    async onEvent(position, moved) {
      await journal.next(position, changesOf(moved), balances)
      if (position === journal.folded) reached = { position, balances: new Map(balances) }
      if (position % 5_000n === 0n) onProgress(position - since.position)
    },
  })
  if (last <= journal.folded) reached = { position: last, balances }
  verifySums(findings, balances)
  await verifyTable(client, findings, balances)
  await verifyHouse(client, findings, balances)
  await journal.end()
  const replayed: ReadonlyMap<Account, bigint> = balances
  return { head: last, transfers, balances: replayed, reached }
}

/** Replays the transfers after a position on balances; finds what {@link BalanceReplay} finds. */
export async function replayTransfers(
  client: PoolClient,
  findings: Findings,
  {
    after,
    balances,
    onEvent,
  }: {
    readonly after: bigint
    readonly balances: Map<Account, bigint>
    readonly onEvent?: (position: bigint, moved: readonly Transfer[]) => Promise<void>
  },
): Promise<{ readonly last: bigint; readonly transfers: number }> {
  const replay = new BalanceReplay(findings, balances, after)
  const query = `select position, debits::text[], credits::text[], amounts::text[]
                 from event where position > ${after} order by position`
  for await (const row of scan<TransferRow>(client, 'verify_transfers', query)) {
    const moved = replay.next(row)
    await onEvent?.(replay.last, moved)
  }
  const { last, transfers } = replay
  return { last, transfers }
}

async function verifyTable(
  client: PoolClient,
  findings: Findings,
  balances: ReadonlyMap<Account, bigint>,
): Promise<void> {
  const unseen = new Set([...balances.keys()].filter((account) => account > 0n))
  const query = 'select account, amount from balance order by account'
  for await (const row of scan<BalanceRow>(client, 'verify_table', query)) {
    const account = BigInt(row.account)
    const replayed = balances.get(account) ?? 0n
    if (replayed !== wholeUnits(row.amount)) {
      findings.add('balances', `${named(account)} is ${row.amount}, the log says ${replayed}`)
    }
    unseen.delete(account)
  }
  for (const missing of unseen) findings.add('balances', `${named(missing)} has no balance`)
}

/** What each house account holds according to the tables. */
export async function readHouse(client: PoolClient): Promise<Map<Account, string>> {
  const { rows } = await client.query<BalanceRow>(HOUSE_HELD)
  return new Map(rows.map((row) => [BigInt(row.account), row.amount]))
}

/** Compares the sums of the house: what is folded plus the events after it. */
async function verifyHouse(
  client: PoolClient,
  findings: Findings,
  balances: ReadonlyMap<Account, bigint>,
): Promise<void> {
  const held = await readHouse(client)
  const accounts = new Set([...held.keys(), ...[...balances.keys()].filter((key) => key < 0n)])
  for (const account of accounts) {
    const [sum, replayed] = [held.get(account) ?? '0', balances.get(account) ?? 0n]
    if (wholeUnits(sum) !== replayed) {
      findings.add('house', `${named(account)} is ${sum}, the log says ${replayed}`)
    }
  }
}
