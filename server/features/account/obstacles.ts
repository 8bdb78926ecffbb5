import type { AnyAggregate } from '#server/events/decider.ts'
import { readBalances } from '#server/ledger/balances.ts'
import type { Queryable } from '#server/projections/documents.ts'
import { countOpenDocuments } from '#server/projections/open-documents.ts'
import { formatUnits } from '#shared/money.ts'

/**
 * What keeps an account from being deleted, in words: funds of each asset, then every stream that
 * waits for a decision or runs. Each kind of stream says itself whether it ends with its owner, so a
 * new kind is in the way until it says otherwise.
 *
 * Source: docs/product.md, Account deletion
 */
export async function findObstacles(
  db: Queryable,
  aggregates: readonly AnyAggregate[],
  owner: bigint,
): Promise<string[]> {
  const kinds = aggregates.filter(({ endsWithOwner }) => !endsWithOwner).map(({ kind }) => kind)
  const balances = await readBalances(db, owner)
  const open = await countOpenDocuments(db, owner, kinds)
  const funds = balances
    .map(({ symbol, available, frozen }) => ({ symbol, amount: available + frozen }))
    .filter(({ amount }) => amount !== 0n)
    .map(({ symbol, amount }) => `${formatUnits(amount)} ${symbol}`)
  const streams = open.map(({ kind, waiting, count }) => {
    const noun = kind.replaceAll('-', ' ')
    const plural = count === 1 || noun.endsWith('s') ? noun : `${noun}s`
    return `${count} ${waiting ? 'pending' : 'active'} ${plural}`
  })
  return [...funds, ...streams]
}
