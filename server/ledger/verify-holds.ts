import type { PoolClient } from 'pg'
import type { AnyAggregate } from '#server/events/decider.ts'
import { parseUnits } from '#shared/money.ts'
import { type Account, frozenOf } from './chart.ts'
import type { Findings } from './ledger-fault.ts'
import { named, wholeUnits } from './named-account.ts'
import { scan } from './scan.ts'

interface HolderRow {
  readonly stream: string
  readonly kind: string
  readonly owner: string | null
  readonly isOpen: boolean
  readonly data: unknown
}

// The kind that is left out is nobody's: without it an empty list of kinds would be no list.
const HOLDERS = (kinds: readonly string[], isFull: boolean) => `
  select stream, kind, owner, waiting or status = 'active' as "isOpen", data
  from document where kind in (${['', ...kinds].map((kind) => `'${kind}'`).join()})
  ${isFull ? '' : `and (waiting or status = 'active')`}`

const FROZEN = 'select account, amount from balance where account % 2 = 1 order by account'

interface HoldsAsked {
  readonly aggregates: readonly AnyAggregate[]
  /** Also what is over: none of it may hold anything. */
  readonly isFull: boolean
}

/**
 * Holds what is frozen against the open items that name it. The documents are known to be the fold
 * of their events, and the balances the replay of all transfers.
 *
 * Finds, in this order: a stream that holds money where a list of open items does not find it; a
 * frozen balance that is more or less than what holds it.
 */
export async function verifyHolds(
  client: PoolClient,
  findings: Findings,
  asked: HoldsAsked,
): Promise<void> {
  const held = await heldByStreams(client, findings, asked)
  const compare = (account: Account, frozen: string, amount: bigint) => {
    if (wholeUnits(frozen) === amount) return
    findings.add('holds', `${named(account)} is ${frozen}, what holds it comes to ${amount}`)
  }
  for await (const row of scan<{ account: string; amount: string }>(
    client,
    'verify_frozen',
    FROZEN,
  )) {
    const account = BigInt(row.account)
    compare(account, row.amount, held.get(account) ?? 0n)
    held.delete(account)
  }
  for (const [account, amount] of held) compare(account, '0', amount)
}

async function heldByStreams(
  client: PoolClient,
  findings: Findings,
  { aggregates, isFull }: HoldsAsked,
): Promise<Map<Account, bigint>> {
  const holders = new Map(
    aggregates.flatMap(({ kind, holds }) => (holds ? [[kind, holds] as const] : [])),
  )
  const held = new Map<Account, bigint>()
  const query = HOLDERS([...holders.keys()], isFull)
  for await (const row of scan<HolderRow>(client, 'verify_holders', query)) {
    for (const { symbol, amount } of holders.get(row.kind)?.(row.data as never) ?? []) {
      if (row.owner === null || !row.isOpen) {
        findings.add('holds', `${row.stream} holds ${amount} ${symbol}, but is not open`)
        continue
      }
      const account = frozenOf(BigInt(row.owner), symbol)
      held.set(account, (held.get(account) ?? 0n) + parseUnits(amount))
    }
  }
  return held
}
