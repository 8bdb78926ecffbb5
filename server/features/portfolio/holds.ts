import type { AnyAggregate } from '#server/events/decider.ts'
import { listOpenDocuments, type OpenDocument } from '#server/queries/open-documents.ts'
import type { Services } from '#server/services.ts'
import type { PortfolioHold } from '#shared/contract/portfolio.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { instantOf } from '#shared/time.ts'

const PAGE_DEFAULT = 50
const READ_AT_ONCE = 200

type HeldSum = Pick<PortfolioHold, 'kind' | 'symbol' | 'amount'>

interface HoldsPage {
  readonly owner: bigint
  readonly limit?: number | undefined
  readonly before?: string | undefined
}

/**
 * The open items that hold money of a user, newest first: as many as fill a page, and fewer only on
 * the last one. Each kind of stream declares what it holds; ledger verification proves that the
 * holds add up to the frozen balances.
 */
export async function readHolds(
  { pool }: Pick<Services, 'pool'>,
  aggregates: readonly AnyAggregate[],
  { owner, limit = PAGE_DEFAULT, before }: HoldsPage,
): Promise<PortfolioHold[]> {
  const holders = new Map(
    aggregates.flatMap(({ kind, holds }) => (holds ? [[kind, holds] as const] : [])),
  )
  const holdsOf = ({ kind, id, state, since }: OpenDocument) =>
    (holders.get(kind)?.(state) ?? []).map(({ symbol, amount, until }) => ({
      kind,
      id,
      symbol,
      amount,
      since: instantOf(since.getTime()),
      until: until ?? null,
    }))
  const found: PortfolioHold[] = []
  const atOnce = Math.min(limit, READ_AT_ONCE)
  let last = before
  while (found.length < limit) {
    const asked = { owner, kinds: [...holders.keys()] }
    const open = await listOpenDocuments(pool, asked, { limit: atOnce, before: last })
    found.push(...open.flatMap(holdsOf))
    const end = open.at(-1)
    if (!end || open.length < atOnce) break
    last = `${end.kind}-${end.id}`
  }
  return found
}

/** The amounts held by all open items, by kind and asset. */
export async function sumOfHolds(
  pool: Services['pool'],
  aggregates: readonly AnyAggregate[],
  owner: bigint,
): Promise<HeldSum[]> {
  const all = await readHolds({ pool }, aggregates, { owner, limit: Number.POSITIVE_INFINITY })
  const sums = new Map<string, HeldSum>()
  for (const { kind, symbol, amount } of all) {
    const before = parseUnits(sums.get(`${kind} ${symbol}`)?.amount ?? '0')
    const sum = formatUnits(before + parseUnits(amount))
    sums.set(`${kind} ${symbol}`, { kind, symbol, amount: sum })
  }
  return [...sums.values()]
}
