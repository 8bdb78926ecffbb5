import type { AnyAggregate } from '#server/events/decider.ts'
import { listOpenDocuments } from '#server/projections/open-documents.ts'
import type { Services } from '#server/services.ts'
import type { PortfolioHold } from '#shared/contract/portfolio.ts'
import { instantOf } from '#shared/time.ts'

/**
 * Every open item that holds money of a user, newest first. Each kind of stream says itself what it
 * holds; the ledger's verification proves that together they hold what is frozen.
 */
export async function readHolds(
  { pool }: Pick<Services, 'pool'>,
  aggregates: readonly AnyAggregate[],
  owner: bigint,
): Promise<PortfolioHold[]> {
  const holders = new Map(
    aggregates.flatMap(({ kind, holds }) => (holds ? [[kind, holds] as const] : [])),
  )
  const open = await listOpenDocuments(pool, owner, [...holders.keys()])
  return open.flatMap(({ kind, id, state, since }) =>
    (holders.get(kind)?.(state as never) ?? []).map(({ symbol, amount, until }) => ({
      kind,
      id,
      symbol,
      amount,
      since: instantOf(since.getTime()),
      until: until ?? null,
    })),
  )
}
