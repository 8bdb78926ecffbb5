import type { Queryable } from '#server/projections/documents.ts'

interface OpenLoan<S> {
  readonly owner: bigint
  readonly stream: string
  readonly state: S
}

/** Applications that wait and loans that are not repaid, of some users. */
export async function listOpenLoans<S>(
  db: Queryable,
  owners: readonly bigint[],
): Promise<OpenLoan<S>[]> {
  const { rows } = await db.query<{ owner: string; stream: string; data: S }>({
    name: 'open loans',
    text: `select owner, stream, data from document
           where owner = any ($1) and (waiting or status = 'active') and kind = 'loan'`,
    values: [owners.map(String)],
  })
  return rows.map(({ owner, stream, data }) => ({ owner: BigInt(owner), stream, state: data }))
}

/** The credit scores of some users; none of one who has deleted the account. */
export async function readCreditScores(
  db: Queryable,
  owners: readonly bigint[],
): Promise<ReadonlyMap<bigint, number>> {
  const { rows } = await db.query<{ user_no: string; score: number | null }>({
    name: 'credit scores',
    text: `select p.user_no, (u.data ->> 'creditScore')::int as score
           from person p left join document u on u.stream = 'user-' || p.user_id::text
           where p.user_no = any ($1)`,
    values: [owners.map(String)],
  })
  return new Map(
    rows.flatMap(({ user_no, score }) => (score === null ? [] : [[BigInt(user_no), score]])),
  )
}
