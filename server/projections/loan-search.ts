import type { Queryable } from './documents.ts'
import {
  REVIEW_COLUMNS,
  type ReviewItem,
  type ReviewRow,
  reviewItem,
} from './requests-for-review.ts'

const KIND = 'loan'

interface LoanSearch {
  /** Found anywhere in e-mail, name, purpose or status; everything where absent. */
  readonly search: string | undefined
  /** Only documents of these statuses. */
  readonly statuses: readonly string[] | undefined
  readonly limit: number
  /** The id of the last one of the page before. */
  readonly before: string | undefined
}

// Ids sort by time, as in the lists of the other requests. What is searched is what the desk reads:
// an active loan is called approved there, and a repaid one is approved and paid.
const SEARCH = `${REVIEW_COLUMNS}
  left join loan_applicant a on a.id = (d.data ->> 'applicantId')::uuid
  where d.kind = '${KIND}' and d.stream > '${KIND}-'
    and d.stream < coalesce('${KIND}-' || $4, '${KIND}.')
    and ($2::text[] is null or d.status = any ($2))
    and ($1::text is null or exists (
      select from (values (p.email), (p.full_name), (a.purpose),
        (case d.status when 'active' then 'approved' when 'paid' then 'approved paid'
         else d.status end)) as shown (words)
      where strpos(lower(shown.words), lower($1)) > 0))
  order by d.stream desc
  limit $3`

const ONE = `${REVIEW_COLUMNS} where d.stream = $1`

/** Loan applications of everybody, newest first. */
export async function searchLoanApplications<S>(
  db: Queryable,
  { search, statuses, limit, before }: LoanSearch,
): Promise<ReviewItem<S>[]> {
  const { rows } = await db.query<ReviewRow<S>>({
    name: 'search loan applications',
    text: SEARCH,
    values: [search ?? null, statuses ?? null, limit, before ?? null],
  })
  return rows.map((row) => reviewItem(KIND, row))
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
