import type { Pool, PoolClient } from 'pg'
import { stateOf } from '#server/events/document-shape.ts'

/** Lists of one kind of stream, read from the state documents that every append writes. */
export type Queryable = Pick<Pool | PoolClient, 'query'>

export const PAGE_DEFAULT = 200

export interface Listed<S> {
  readonly id: string
  readonly state: S
}

export interface DocumentRow<S> {
  readonly stream: string
  readonly data: S
}

export function listed<S>(kind: string, { stream, data }: DocumentRow<S>): Listed<S> {
  return { id: stream.slice(kind.length + 1), state: stateOf(data).state as S }
}
