import type { Features } from '#server/feature.ts'
import { PAGE_DEFAULT } from '#server/projections/documents.ts'
import { searchOrders } from '#server/queries/order-search.ts'
import type { ReviewServices } from '#server/reviews/approvals.ts'
import type { OrderSource } from '#server/reviews/order-source.ts'
import type { AdminOrder } from '#shared/contract/spot-orders.ts'

interface Query {
  readonly search?: string | undefined
  readonly market?: AdminOrder['market'] | undefined
  readonly status?: string | undefined
  readonly limit?: number | undefined
  readonly before?: string | undefined
}

/** The orders of all features, newest first; ids sort by time. */
export async function listAllOrders(
  services: ReviewServices,
  features: Features,
  query: Query,
): Promise<AdminOrder[]> {
  const { market, limit = PAGE_DEFAULT } = query
  const sources = features.list
    .flatMap(({ orders }) => orders ?? [])
    .filter((source) => market === undefined || source.market === market)
  const pages = await Promise.all(sources.map((source) => pageOf(services, source, query)))
  return pages
    .flat()
    .sort((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, limit)
}

async function pageOf(
  services: ReviewServices,
  { kind, statusOf, present }: OrderSource,
  { search, status: asked, limit, before }: Query,
): Promise<AdminOrder[]> {
  const status = asked === undefined ? undefined : statusOf(asked)
  if (asked !== undefined && status === undefined) return []
  const wanted = { kind, search: search?.trim() || undefined, status, limit, before }
  const found = await searchOrders<never>(services.pool, wanted)
  return found.map((item) => present(item, services))
}
