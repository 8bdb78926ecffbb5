import { type Expression, sql } from 'kysely'
import { PAGE_DEFAULT, type Queryable } from '#server/projections/documents.ts'
import { isAmong, selectStreams } from './query-builder.ts'
import { type ReviewItem, readRequests, selectRequests } from './requests-for-review.ts'
import { foundInTwoSteps, LOOKED_THROUGH, patternOf } from './text-search.ts'

interface OrderSearch {
  readonly kind: string
  /** Matched anywhere in the email, name or id of the owner; if absent, everything. */
  readonly search?: string | undefined
  /** A status as stored in the documents of the kind; if absent, all. */
  readonly status?: string | undefined
  readonly limit?: number | undefined
  /** The id of the last item of the previous page, of any kind. */
  readonly before?: string | undefined
}

/** Orders of one kind, of all users, newest first. */
export async function searchOrders<S>(
  db: Queryable,
  wanted: OrderSearch,
): Promise<readonly ReviewItem<S>[]> {
  const { kind, search, limit = PAGE_DEFAULT } = wanted
  const page = (streams: Expression<unknown>) => {
    const requests = selectRequests('document').where(isAmong(streams))
    return readRequests<S>(db, kind, requests.orderBy('d.stream', 'desc').limit(limit))
  }
  const newest = streamsOf(wanted)
  if (search === undefined) return page(newest.limit(limit))
  const pattern = patternOf(search)
  const ownedBy = sql<boolean>`d.owner = any (array(
    select p.user_no from person p where p.search_text like ${pattern}))`
  return foundInTwoSteps(
    limit,
    () => page(foundAmong(newest.limit(LOOKED_THROUGH), pattern)),
    () =>
      page(
        newest
          .where(sql<boolean>`d.kind = ${sql.lit(kind)}`)
          .where(ownedBy)
          .limit(limit),
      ),
  )
}

/** Ids sort only by time, so a page may begin after an order of another kind. */
function streamsOf({ kind, status, before }: OrderSearch) {
  return selectStreams('document')
    .select('d.stream')
    .where('d.stream', '>', `${kind}-`)
    .where('d.stream', '<', before === undefined ? `${kind}.` : `${kind}-${before}`)
    .$if(status !== undefined, (query) =>
      query.where('d.kind', '=', kind).where('d.status', '=', status as string),
    )
    .orderBy('d.stream', 'desc')
}

function foundAmong(streams: Expression<unknown>, pattern: string): Expression<unknown> {
  return selectStreams('document')
    .innerJoin('person as p', 'p.user_no', 'd.owner')
    .select('d.stream')
    .where(isAmong(streams))
    .where('p.search_text', 'like', pattern)
}
