import type { Queryable } from '#server/projections/documents.ts'
import { type EventProof, readEventProof } from '#server/queries/event-proof.ts'
import { type LiabilityStatement, statementOf } from '#shared/proofs/liability-statement.ts'
import { LIABILITIES_ID, liabilities } from './decider.ts'

const STREAM = `${liabilities.kind}-${LIABILITIES_ID}`

/** A statement, and its position in the log. */
export interface Published {
  readonly statement: LiabilityStatement
  readonly eventPosition: string
}

/** The newest statements, or the one with an id. */
export async function readStatements(
  db: Queryable,
  { limit, statementId }: { limit: number; statementId?: string | undefined },
): Promise<Published[]> {
  const { rows } = await db.query<{ position: string; type: string; data: unknown }>({
    name: 'statements of liabilities',
    text: `select position, type, data from event
           where stream = $1 and type = 'LiabilitiesPublished'
             and ($3::text is null or data ->> 'statementId' = $3)
           order by version desc limit $2`,
    values: [STREAM, limit, statementId ?? null],
  })
  return rows.flatMap((row) => {
    const statement = statementOf(row)
    return statement ? { statement, eventPosition: row.position } : []
  })
}

/** The event of a statement with everything that its hash covers. It names no person. */
export async function readStatementEvent(
  db: Queryable,
  { eventPosition }: Published,
): Promise<EventProof> {
  const event = await readEventProof(db, BigInt(eventPosition))
  if (!event) throw new Error('the event of a statement is in the log')
  return event
}
