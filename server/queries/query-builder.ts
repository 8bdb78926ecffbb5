import {
  type CompiledQuery,
  DummyDriver,
  type Expression,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import type { Queryable } from '#server/projections/documents.ts'

interface StreamColumns {
  stream: string
  kind: string
  owner: string | null
  status: string
  waiting: boolean
  created_at: Date
  data: unknown
}

/** Columns used in composed queries, with the types that the driver returns: a bigint is text. */
interface Tables {
  document: StreamColumns
  listed: StreamColumns
  person: {
    user_id: string
    user_no: string
    email: string
    full_name: string
    phone: string
    display_id: string
    search_text: string
  }
  review_claim: { stream: string; claimed_by: string; claimed_at: Date; expires_at: Date }
  audit_line: {
    position: string
    subject: string | null
    actor: string | null
    type: number
    by_staff: boolean
  }
  loan_applicant: { id: string; purpose: string }
  support_message: { id: string; user_id: string; text: string }
}

/**
 * Builds queries whose filters, order or page vary; it has no connection. Queries with a fixed text
 * are plain SQL.
 */
export const composed = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/**
 * All streams with their states, or the copies with the indexes for lists, as `d`. Both tables have
 * the same columns, so a query can read either.
 */
export type StreamTable = 'document' | 'listed'

export function selectStreams(table: StreamTable) {
  return composed.selectFrom(`${table} as d` as 'document as d')
}

/**
 * Runs a composed query on the caller's pool or transaction. It has no name, so PostgreSQL plans it
 * for exactly these filters.
 */
export async function rowsOf<Row extends object>(
  db: Queryable,
  { sql: text, parameters }: CompiledQuery<Row>,
): Promise<Row[]> {
  const { rows } = await db.query<Row>(text, [...parameters])
  return rows
}

/** The person `p` of a document; empty texts once the account is deleted. */
export const PERSON_NAMES = [
  sql<string>`coalesce(p.full_name, '')`.as('full_name'),
  sql<string>`coalesce(p.email, '')`.as('email'),
  sql<string>`coalesce(p.display_id, '')`.as('display_id'),
] as const

/** A condition on the waiting documents `d` of one kind. */
export type WaitingOnly = RawBuilder<boolean>

/** Restricts to the given streams; as an array, so that a page is limited before its joins. */
export function isAmong(streams: Expression<unknown>) {
  return sql<boolean>`d.stream = any (array(${streams}))`
}
