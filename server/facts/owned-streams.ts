import {
  type DocumentRow,
  type Listed,
  listed,
  type Queryable,
} from '#server/projections/documents.ts'

export interface OwnedStreams {
  readonly kind: string
  /** The user's number. */
  readonly owner: bigint
  readonly statuses?: readonly string[]
  /** Only these; all where absent. */
  readonly ids?: readonly string[] | undefined
  /** With what is hidden from the user already. */
  readonly withHidden?: boolean
  readonly limit: number
}

/** The streams of one kind that a user has. */
export async function listOwnedStreams<S>(
  db: Queryable,
  { kind, owner, statuses, ids, withHidden = false, limit }: OwnedStreams,
): Promise<(Listed<S> & { readonly status: string })[]> {
  const streams = ids?.map((id) => `${kind}-${id}`)
  const { rows } = await db.query<DocumentRow<S> & { status: string }>({
    name: 'owned streams',
    text: `select stream, status, data from document
           where kind = $1 and owner = $2
             and ($3::text[] is null or status = any ($3))
             and ($4::text[] is null or stream = any ($4))
             and ($5 or data ->> 'hiddenForUser' is distinct from 'true')
           order by created_at, stream limit $6`,
    values: [kind, owner, statuses ?? null, streams ?? null, withHidden, limit],
  })
  return rows.map(({ status, ...row }) => ({ ...listed<S>(kind, row), status }))
}
