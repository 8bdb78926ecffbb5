import type { Pool } from 'pg'

/** Ids for requests: places deep in the lists, and ordinary users and cases. */
export interface Samples {
  readonly users: readonly string[]
  /** Ids in the middle of each list, by kind of stream and status. */
  readonly deep: (kind: string, status?: string) => readonly string[]
  /** Pending requests of every kind. */
  readonly cases: readonly { readonly kind: string; readonly id: string }[]
  readonly staff: string
  readonly middlePosition: string
}

const COUNT = 20

/** Kinds and statuses whose lists are paged deeply. */
const DEEP = [
  ['deposit', 'pending'],
  ['deposit', 'approved'],
  ['deposit', 'rejected'],
  ['withdrawal', 'pending'],
  ['withdrawal', 'approved'],
  ['withdrawal', 'rejected'],
  ['kyc', 'pending'],
  ['kyc', 'approved'],
  ['kyc', 'rejected'],
  ['loan', undefined],
  ['spot-order', undefined],
  ['futures', undefined],
  ['conversation', undefined],
] as const

export async function takeSamples(pool: Pool, staff: string): Promise<Samples> {
  const users = await pool.query<{ user_id: string }>(
    `select user_id from person
     order by user_no offset (select count(*) / 2 from person) limit ${COUNT}`,
  )
  const deep = new Map<string, string[]>()
  for (const [kind, status] of DEEP) {
    deep.set(`${kind} ${status ?? ''}`, await middleOf(pool, kind, status))
  }
  const cases = await pool.query<{ kind: string; id: string }>(CASES)
  const { rows } = await pool.query<{ middle: string }>(
    'select max(position) / 2 as middle from event',
  )
  return {
    users: users.rows.map(({ user_id }) => user_id),
    deep: (kind, status) => deep.get(`${kind} ${status ?? ''}`) ?? [],
    cases: cases.rows,
    staff,
    middlePosition: rows[0]?.middle ?? '1',
  }
}

async function middleOf(pool: Pool, kind: string, status: string | undefined): Promise<string[]> {
  // A verification submission has its own id, not that of its stream.
  const { rows } = await pool.query<{ id: string }>(
    `with list as (
       select coalesce(data ->> 'submissionId', substr(stream, length(kind) + 2)) as id, created_at
       from document where kind = $1 and ($2::text is null or status = $2))
     select id from list
     order by created_at offset (select count(*) / 2 from list) limit ${COUNT}`,
    [kind, status ?? null],
  )
  return rows.map(({ id }) => id)
}

const CASES = `
  select kind, substr(stream, length(kind) + 2) as id
  from (select kind, stream, row_number() over (partition by kind order by stream) as place
        from document where waiting and kind in ('deposit', 'withdrawal', 'kyc', 'loan', 'spot-order'))
       as waiting
  where place <= ${COUNT / 5} order by place, kind`
