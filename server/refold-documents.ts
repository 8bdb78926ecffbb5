import type { Pool, PoolClient } from 'pg'
import type { Catalog } from '#server/events/catalog.ts'
import type { AnyAggregate } from '#server/events/decider.ts'
import { foldStream, STORED_SHAPE, storedState } from '#server/events/document-shape.ts'
import type { ScheduledTask } from '#server/platform/jobs.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { copyAgain } from '#server/projections/listed-streams.ts'
import { canonicalJson } from '#shared/canonical-json.ts'

const AT_ONCE = 100

interface Refolding {
  readonly pool: Pool
  readonly catalog: Catalog
  readonly aggregates: readonly AnyAggregate[]
}

/**
 * Runs after a deployment, and again for documents that servers of the older release still wrote.
 */
export function refoldTask(refolding: Refolding): ScheduledTask {
  return {
    name: 'documents.refold',
    at: '*/10 * * * *',
    queue: 'long',
    run: async () => void (await refoldDocuments(refolding)),
  }
}

/**
 * Rebuilds documents whose shape is older than that of their kind. Decisions do not wait for it,
 * because they fold older documents when reading them. Lists read with SQL and show the old shape
 * until then. An interrupted run leaves the rest to the next one.
 *
 * @returns how many documents were written
 */
export async function refoldDocuments(refolding: Refolding): Promise<number> {
  let written = 0
  for (const aggregate of refolding.aggregates) {
    const { kind, shape = 1 } = aggregate
    if (shape === 1) continue
    let after = `${kind}-`
    for (let streams = [after]; streams.length > 0; ) {
      streams = await readOlder(refolding.pool, { kind, shape, after })
      after = streams.at(-1) ?? after
      for (const stream of streams) {
        const isWritten = await inTransaction(refolding.pool, (transaction) =>
          refold(transaction, refolding.catalog, { aggregate, stream }),
        )
        if (isWritten) written += 1
      }
    }
  }
  return written
}

async function readOlder(
  pool: Pool,
  { kind, shape, after }: { kind: string; shape: number; after: string },
): Promise<string[]> {
  const { rows } = await pool.query<{ stream: string }>(
    `select stream from document d
     where stream > $1 and stream < $2 and kind = $3 and ${STORED_SHAPE} < $4
     order by stream limit ${AT_ONCE}`,
    [after, `${kind}.`, kind, shape],
  )
  return rows.map(({ stream }) => stream)
}

/** The row stays locked until the commit, so no append can happen in between. */
async function refold(
  transaction: PoolClient,
  catalog: Catalog,
  { aggregate, stream }: { aggregate: AnyAggregate; stream: string },
): Promise<boolean> {
  const { rows } = await transaction.query<{ version: string }>(
    `select version from document d where stream = $1 and ${STORED_SHAPE} < $2
     for update skip locked`,
    [stream, aggregate.shape ?? 1],
  )
  const [row] = rows
  if (!row) return false
  const version = Number(row.version)
  const state = await foldStream(transaction, aggregate, { catalog, stream, version })
  const { status, waiting } = aggregate.summarise(state)
  await transaction.query(
    'update document set data = $2, status = $3, waiting = $4 where stream = $1',
    [stream, canonicalJson(storedState(state, aggregate)), status, waiting],
  )
  await copyAgain(transaction, [stream])
  return true
}
