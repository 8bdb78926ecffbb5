import type { PoolClient } from 'pg'
import type { AnyAggregate } from '#server/events/decider.ts'
import { parseUnits } from '#shared/money.ts'
import { type Account, frozenOf, named } from './chart.ts'
import type { Findings } from './ledger-fault.ts'
import { type BalanceRow, scan, wholeUnits } from './scan.ts'

interface HolderRow {
  readonly stream: string
  readonly kind: string
  readonly owner: string | null
  readonly isOpen: boolean
  readonly data: unknown
}

// No aggregate has the kind '': it keeps the list valid SQL when there are no kinds.
const HOLDERS = (kinds: readonly string[], isFull: boolean) => `
  select stream, kind, owner, waiting or status = 'active' as "isOpen", data
  from document where kind in (${['', ...kinds].map((kind) => `'${kind}'`).join()})
  ${isFull ? '' : `and (waiting or status = 'active')`}`

const FROZEN = 'select account, amount from balance where account % 2 = 1 order by account'

/**
 * Compares frozen balances with the open streams that hold them. Earlier checks have shown that the
 * documents are the fold of their events and the balances the replay of all transfers.
 *
 * Finds, in this order: a stream that holds money but is not open; a frozen balance that differs
 * from the sum of its holds. A full check also covers closed streams: they may hold nothing.
 */
export async function verifyHolds(
  client: PoolClient,
  findings: Findings,
  { aggregates, isFull }: { aggregates: readonly AnyAggregate[]; isFull: boolean },
): Promise<void> {
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
  const compare = (account: Account, frozen: string, amount: bigint) => {
    if (wholeUnits(frozen) === amount) return
    findings.add('holds', `${named(account)} is ${frozen}, what holds it comes to ${amount}`)
  }
  for await (const row of scan<BalanceRow>(client, 'verify_frozen', FROZEN)) {
    const account = BigInt(row.account)
    compare(account, row.amount, held.get(account) ?? 0n)
    held.delete(account)
  }
  for (const [account, amount] of held) compare(account, '0', amount)
}
