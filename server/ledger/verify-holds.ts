import type { PoolClient } from 'pg'
import type { AnyAggregate } from '#server/events/decider.ts'
import { parseUnits } from '#shared/money.ts'
import { type Account, accountRangeOf, frozenOf, named, sqlChart } from './chart.ts'
import type { Findings } from './ledger-fault.ts'
import { type BalanceRow, scan, wholeUnits } from './scan.ts'

/** The owners whose accounts are checked: a range of numbers, or a list. */
export type ChosenOwners =
  | { readonly after: bigint; readonly upTo: bigint }
  | { readonly owners: readonly bigint[] }

interface HolderRow {
  readonly kind: string
  readonly owner: string
  readonly data: unknown
}

// No aggregate has the kind '': it keeps the list valid SQL when there are no kinds.
const HOLDERS = (kinds: readonly string[], chosen: ChosenOwners) => `
  select kind, owner, data
  from document where kind in (${['', ...kinds].map((kind) => `'${kind}'`).join()})
  and (waiting or status = 'active') and ${isOwnedBy(chosen)}`

const IS_FROZEN = sqlChart.isFrozen('account')

const FROZEN = (chosen: ChosenOwners) =>
  'owners' in chosen
    ? `select account, amount from unnest('{${chosen.owners.join()}}'::bigint[]) as owner
       cross join lateral (
         select account, amount from balance
         where ${sqlChart.isOwnedBy('account', 'owner')} and ${IS_FROZEN}
       ) as frozen`
    : `select account, amount from balance
       where account >= ${accountRangeOf(chosen.after + 1n).first}
         and account <= ${accountRangeOf(chosen.upTo).last} and ${IS_FROZEN}`

/**
 * Compares frozen balances of some owners with the open streams that hold them. Other checks prove
 * that the documents are the fold of their events, and that the balances are the replay of all
 * transfers.
 *
 * Finds a frozen balance that differs from the sum of its holds.
 */
export async function verifyHolds(
  client: PoolClient,
  findings: Findings,
  { aggregates, chosen }: { aggregates: readonly AnyAggregate[]; chosen: ChosenOwners },
): Promise<void> {
  const holders = new Map(
    aggregates.flatMap(({ kind, holds }) => (holds ? [[kind, holds] as const] : [])),
  )
  const held = new Map<Account, bigint>()
  const query = HOLDERS([...holders.keys()], chosen)
  for await (const row of scan<HolderRow>(client, 'verify_holders', query)) {
    for (const { symbol, amount } of holders.get(row.kind)?.(row.data) ?? []) {
      const account = frozenOf(BigInt(row.owner), symbol)
      held.set(account, (held.get(account) ?? 0n) + parseUnits(amount))
    }
  }
  const compare = (account: Account, frozen: string, amount: bigint) => {
    if (wholeUnits(frozen) === amount) return
    findings.add('holds', `${named(account)} is ${frozen}, what holds it comes to ${amount}`)
  }
  for await (const row of scan<BalanceRow>(client, 'verify_frozen', FROZEN(chosen))) {
    const account = BigInt(row.account)
    compare(account, row.amount, held.get(account) ?? 0n)
    held.delete(account)
  }
  for (const [account, amount] of held) compare(account, '0', amount)
}

function isOwnedBy(chosen: ChosenOwners): string {
  if ('owners' in chosen) return `owner = any ('{${chosen.owners.join()}}'::bigint[])`
  return `owner > ${chosen.after} and owner <= ${chosen.upTo}`
}
