import type { Queryable } from './documents.ts'
import {
  REVIEW_COLUMNS,
  type ReviewItem,
  type ReviewRow,
  reviewItem,
} from './requests-for-review.ts'
import { foundInTwoSteps, LOOKED_THROUGH, patternOf } from './text-search.ts'

const KIND = 'loan'

interface LoanSearch {
  /** Found anywhere in e-mail, name, id, purpose or status; everything where absent. */
  readonly search: string | undefined
  /** Only documents of these statuses. */
  readonly statuses: readonly string[] | undefined
  readonly limit: number
  /** The id of the last one of the page before. */
  readonly before: string | undefined
}

/** What the desk reads: an active loan is called approved there, a repaid one approved and paid. */
const STATUS_WORDS: Readonly<Record<string, string>> = {
  pending: 'pending',
  active: 'approved',
  paid: 'approved paid',
  rejected: 'rejected',
}

// $1 the newest stream that is not wanted any more, $2 the length of a page, $3 the statuses. Ids
// sort by time, as in the lists of the other requests; a kind that is named beside its streams would
// lead away from the order of the primary key.
const WANTED = (statuses: boolean) =>
  `d.stream > '${KIND}-' and d.stream < $1
   and ${statuses ? `d.kind = '${KIND}' and d.status = any ($3)` : '$3::text[] is null'}`
const NEWEST = 'order by d.stream desc limit $2'

const LIST = (statuses: boolean) => `${REVIEW_COLUMNS}
  where d.stream = any (array(select d.stream from document d where ${WANTED(statuses)} ${NEWEST}))
  ${NEWEST}`

// $4 the pattern, $5 the statuses whose words it is found in.
const AMONG_NEWEST = (statuses: boolean) => `${REVIEW_COLUMNS}
  left join loan_applicant a on a.id = (d.data ->> 'applicantId')::uuid
  where d.stream = any (array(
      select d.stream from document d where ${WANTED(statuses)}
      order by d.stream desc limit ${LOOKED_THROUGH}))
    and (p.search_text like $4 or lower(a.purpose) like $4 or d.status = any ($5))
  ${NEWEST}`

const BY_INDEX = (statuses: boolean) => `${REVIEW_COLUMNS}
  where d.stream = any (array(
    (select d.stream from document d
     where d.kind = '${KIND}' and ${WANTED(statuses)} and d.owner = any (array(
       select p.user_no from person p where p.search_text like $4))
     ${NEWEST})
    union
    (select d.stream from document d
     where d.kind = '${KIND}' and ${WANTED(statuses)} and d.data ->> 'applicantId' = any (array(
       select a.id::text from loan_applicant a where lower(a.purpose) like $4))
     ${NEWEST})
    union
    (select d.stream from document d
     where d.kind = '${KIND}' and ${WANTED(statuses)} and d.status = any ($5) ${NEWEST})))
  ${NEWEST}`

const ONE = `${REVIEW_COLUMNS} where d.stream = $1`

/** Loan applications of everybody, newest first. */
export async function searchLoanApplications<S>(
  db: Queryable,
  { search, statuses, limit, before }: LoanSearch,
): Promise<ReviewItem<S>[]> {
  const beyond = before === undefined ? `${KIND}.` : `${KIND}-${before}`
  const isNarrow = statuses !== undefined
  const wanted = [beyond, limit, statuses ?? null]
  // Without a name: a plan is made for what is searched, which may be rare or common.
  const ask = async (text: string, ...more: unknown[]) =>
    (await db.query<ReviewRow<S>>(text, [...wanted, ...more])).rows
  const rows =
    search === undefined
      ? await ask(LIST(isNarrow))
      : await foundInTwoSteps(
          limit,
          () => ask(AMONG_NEWEST(isNarrow), patternOf(search), statusesWith(search)),
          () => ask(BY_INDEX(isNarrow), patternOf(search), statusesWith(search)),
        )
  return rows.map((row) => reviewItem(KIND, row))
}

function statusesWith(search: string): string[] {
  const words = search.toLowerCase()
  return Object.keys(STATUS_WORDS).filter((status) => STATUS_WORDS[status]?.includes(words))
}

export async function readLoanApplication<S>(
  db: Queryable,
  id: string,
): Promise<ReviewItem<S> | undefined> {
  const { rows } = await db.query<ReviewRow<S>>({
    name: 'one loan application',
    text: ONE,
    values: [`${KIND}-${id}`],
  })
  return rows[0] && reviewItem(KIND, rows[0])
}
