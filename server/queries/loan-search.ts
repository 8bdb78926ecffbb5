import { type Expression, sql } from 'kysely'
import type { Queryable } from '#server/projections/documents.ts'
import { levelled } from '#server/projections/levelled.ts'
import { isAmong, selectStreams } from './query-builder.ts'
import { type ReviewItem, readRequests, selectRequests } from './requests-for-review.ts'
import { foundInTwoSteps, LOOKED_THROUGH, patternOf } from './text-search.ts'

const KIND = 'loan'

interface LoanSearch {
  /** Matched anywhere in email, name, id, purpose or status; if absent, everything. */
  readonly search: string | undefined
  /** Only documents of these statuses. */
  readonly statuses: readonly string[] | undefined
  readonly limit: number
  /** The id of the last item of the previous page. */
  readonly before: string | undefined
}

/**
 * The terms of the review desk: an active loan is "approved", a repaid one "approved" and "paid".
 */
const STATUS_WORDS: Readonly<Record<string, string>> = {
  pending: 'pending',
  active: 'approved',
  paid: 'approved paid',
  rejected: 'rejected',
  cancelled: 'cancelled',
}

/** Loan applications of all users, newest first. */
export async function searchLoanApplications<S>(
  db: Queryable,
  wanted: LoanSearch,
): Promise<readonly ReviewItem<S>[]> {
  const { search, limit } = wanted
  const lists = await levelled(db)
  const page = (from: Requests) =>
    readRequests<S>(lists, KIND, from.orderBy('d.stream', 'desc').limit(limit))
  const newest = streamsOf(wanted)
  if (search === undefined) return page(requests().where(isAmong(newest.limit(limit))))
  return foundInTwoSteps(
    limit,
    () => page(foundAmong(newest.limit(LOOKED_THROUGH), search)),
    () => page(requests().where(isAmong(foundByIndex(wanted, search)))),
  )
}

const requests = () => selectRequests('listed')
type Requests = ReturnType<typeof requests>

/** Ids sort by time, as in the lists of the other requests. */
function streamsOf({ statuses, before }: LoanSearch) {
  const streams = selectStreams('listed')
    .select('d.stream')
    .where('d.stream', '>', `${KIND}-`)
    .where('d.stream', '<', before === undefined ? `${KIND}.` : `${KIND}-${before}`)
    .orderBy('d.stream', 'desc')
  // Without statuses, the condition on the kind is left out: with it, PostgreSQL would not read in
  // the order of the primary key.
  return statuses ? streams.where(OF_KIND).where(hasStatus(statuses)) : streams
}

function foundAmong(streams: Expression<unknown>, search: string): Requests {
  const pattern = patternOf(search)
  return requests()
    .leftJoin('loan_applicant as a', (on) =>
      on.on(sql<boolean>`a.id = (d.data ->> 'applicantId')::uuid`),
    )
    .where(isAmong(streams))
    .where(({ or, eb }) =>
      or([
        eb('p.search_text', 'like', pattern),
        sql<boolean>`lower(a.purpose) like ${pattern}`,
        hasStatus(statusesWith(search)),
      ]),
    )
}

function foundByIndex(wanted: LoanSearch, search: string): Expression<unknown> {
  const pattern = patternOf(search)
  const [byPerson, byPurpose, byStatus] = [
    sql<boolean>`d.owner = any (array(
      select p.user_no from person p where p.search_text like ${pattern}))`,
    sql<boolean>`d.data ->> 'applicantId' = any (array(
      select a.id::text from loan_applicant a where lower(a.purpose) like ${pattern}))`,
    hasStatus(statusesWith(search)),
  ].map((found) => streamsOf(wanted).where(OF_KIND).where(found).limit(wanted.limit))
  return sql`${byPerson} union ${byPurpose} union ${byStatus}`
}

const hasStatus = (statuses: readonly string[]) => sql<boolean>`d.status = any (${statuses})`

// Not a parameter, so that the partial indexes of single kinds can be used.
const OF_KIND = sql<boolean>`d.kind = ${sql.lit(KIND)}`

function statusesWith(search: string): string[] {
  const words = search.toLowerCase()
  return Object.keys(STATUS_WORDS).filter((status) => STATUS_WORDS[status]?.includes(words))
}
