import type { PoolClient } from 'pg'
import { IS_LISTED } from '#server/ledger/listed-rule.ts'
import type { Projection } from './projection.ts'

/**
 * What staff list, search and count, what is open and what is due: copies of documents, with the
 * indexes that these lists need. On the documents themselves, every append would have to update the
 * indexes.
 *
 * A copy equals the current document, so it does not matter in which order, or how often, streams
 * are copied. Read it through {@link levelled}.
 *
 * Shape   stream → kind, owner, status, waiting, version, time of creation, state
 */
export const listedStreams: Projection = {
  name: 'listed',
  awaited: true,
  copiesDocuments: true,
  table: 'listed',
  storage: 'fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05',
  async advance(transaction, table, { after, upTo }) {
    const touched = 'select distinct stream from event where position > $1 and position <= $2'
    await transaction.query(copy(table, touched, '<'), [after, upTo])
  },
}

/** Copies documents again after their state has changed without an event. */
export async function copyAgain(
  transaction: PoolClient,
  streams: readonly string[],
): Promise<void> {
  const again = copy(listedStreams.table, 'select unnest($1::text[]) as stream', '<=')
  await transaction.query(again, [streams])
}

const copy = (table: string, touched: string, than: '<' | '<=') => `
  with seen as materialized (
    select d.stream, d.kind, d.owner, d.status, d.waiting, d.version, d.created_at, d.data,
           coalesce(${IS_LISTED}, false) as is_listed
    from (${touched}) as touched
    join document as d on d.stream = touched.stream
  ), gone as (
    delete from ${table} as known using seen
    where known.stream = seen.stream and not seen.is_listed
  )
  insert into ${table} as known
    (stream, kind, owner, status, waiting, version, created_at, data)
  select stream, kind, owner, status, waiting, version, created_at, data
  from seen where is_listed
  on conflict (stream) do update
  set status = excluded.status, waiting = excluded.waiting, version = excluded.version,
      data = excluded.data
  where known.version ${than} excluded.version`
