import type { PoolClient } from 'pg'
import type { AnyAggregate } from '#server/events/decider.ts'
import { parseUnits } from '#shared/money.ts'
import { type Account, frozenOf } from './chart.ts'
import { LedgerFault } from './ledger-fault.ts'
import { named } from './named-account.ts'
import { scan } from './scan.ts'

interface HolderRow {
  readonly stream: string
  readonly kind: string
  readonly owner: string | null
  readonly isOpen: boolean
  readonly data: unknown
}

// The kind that is left out is nobody's: without it an empty list of kinds would be no list.
const HOLDERS = (kinds: readonly string[]) => `
  select stream, kind, owner, waiting or status = 'active' as "isOpen", data
  from document where kind in (${['', ...kinds].map((kind) => `'${kind}'`).join()})`

const FROZEN = 'select account, amount from balance where account % 2 = 1 order by account'

/**
 * Holds what is frozen against the open items that name it. The documents are known to be the fold
 * of their events, and the balances the replay of all transfers.
 *
 * Refuses, in this order: a stream that holds money where a list of open items does not find it; a
 * frozen balance that is more or less than what holds it.
 */
export async function verifyHolds(
  client: PoolClient,
  aggregates: readonly AnyAggregate[],
): Promise<void> {
  const held = await heldByStreams(client, aggregates)
  for await (const row of scan<{ account: string; amount: string }>(
    client,
    'verify_frozen',
    FROZEN,
  )) {
    const account = BigInt(row.account)
    compare(account, BigInt(row.amount), held.get(account) ?? 0n)
    held.delete(account)
  }
  for (const [account, amount] of held) compare(account, 0n, amount)
}

async function heldByStreams(
  client: PoolClient,
  aggregates: readonly AnyAggregate[],
): Promise<Map<Account, bigint>> {
  const holders = new Map(
    aggregates.flatMap(({ kind, holds }) => (holds ? [[kind, holds] as const] : [])),
  )
  const held = new Map<Account, bigint>()
  for await (const row of scan<HolderRow>(client, 'verify_holders', HOLDERS([...holders.keys()]))) {
    for (const { symbol, amount } of holders.get(row.kind)?.(row.data as never) ?? []) {
      if (row.owner === null || !row.isOpen) {
        throw new LedgerFault(`${row.stream} holds ${amount} ${symbol}, but is not open`)
      }
      const account = frozenOf(BigInt(row.owner), symbol)
      held.set(account, (held.get(account) ?? 0n) + parseUnits(amount))
    }
  }
  return held
}

function compare(account: Account, frozen: bigint, held: bigint): void {
  if (frozen === held) return
  throw new LedgerFault(`${named(account)} is ${frozen}, what holds it comes to ${held}`)
}
