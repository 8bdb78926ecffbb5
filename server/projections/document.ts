import type { PoolClient } from 'pg'
import { catalogOf } from '#server/events/catalog.ts'
import { type AnyAggregate, aggregateOf } from '#server/events/decider.ts'
import { stateOf, storedState } from '#server/events/document-shape.ts'
import type { PositionRange } from '#server/events/follower.ts'
import type { RecordedEvent } from '#server/events/log.ts'
import { EVENT_COLUMNS, type EventRow, recordedEvent } from '#server/events/recorded-event.ts'
import { ownerOfAccount } from '#server/ledger/chart.ts'
import { canonicalJson } from '#shared/canonical-json.ts'
import type { Projection } from './projection.ts'

/** How many events are in memory at once. */
const POSITIONS_AT_ONCE = 5_000n

/**
 * The current state of every stream, which each append writes. Folding it again from the log
 * repairs it.
 *
 * Shape   stream → kind, owner, status, waiting, version, hash, times, state
 */
export function documents(aggregates: readonly AnyAggregate[]): Projection {
  return {
    name: 'document',
    table: 'document',
    inline: true,
    storage: 'fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05',
    async advance(transaction, table, { after, upTo }) {
      for (let done = after; done < upTo; done += POSITIONS_AT_ONCE) {
        const end = done + POSITIONS_AT_ONCE < upTo ? done + POSITIONS_AT_ONCE : upTo
        await fold(transaction, table, { aggregates, range: { after: done, upTo: end } })
      }
    },
  }
}

/** A document's row while it is folded: hash and state as they are stored. */
interface Folded {
  readonly aggregate: AnyAggregate
  readonly owner: string | null
  readonly version: number
  readonly hash: Buffer
  readonly state: unknown
  readonly createdAt: string
  readonly updatedAt: string
}

interface Known {
  readonly stream: string
  readonly owner: string | null
  readonly version: string
  readonly hash: Buffer
  readonly created_at: Date
  readonly updated_at: Date
  readonly data: unknown
}

async function fold(
  db: PoolClient,
  table: string,
  { aggregates, range }: { aggregates: readonly AnyAggregate[]; range: PositionRange },
): Promise<void> {
  const { rows } = await db.query<EventRow>(
    `select ${EVENT_COLUMNS} from event where position > $1 and position <= $2 order by position`,
    [range.after, range.upTo],
  )
  if (rows.length === 0) return
  const catalog = catalogOf(aggregates)
  const events = rows.map((row) => recordedEvent(catalog, row))
  const streams = [...new Set(events.map(({ stream }) => stream))]
  const folded = await readFolded(db, table, { streams, aggregates })
  const owners = await readOwners(db, streams)
  for (const event of events) {
    const aggregate = aggregateOf(event.stream, aggregates)
    if (!aggregate) throw new Error(`${event.stream} is a stream of unknown kind`)
    const before = folded.get(event.stream)
    folded.set(event.stream, next(event, { aggregate, before, owner: owners.get(event.stream) }))
  }
  await write(db, table, folded)
}

function next(
  event: RecordedEvent,
  {
    aggregate,
    before,
    owner,
  }: { aggregate: AnyAggregate; before: Folded | undefined; owner: string | null | undefined },
): Folded {
  if (event.version !== (before?.version ?? 0) + 1) {
    throw new Error(`${event.stream} has no version ${(before?.version ?? 0) + 1}`)
  }
  const state = aggregate.evolve(before?.state ?? aggregate.initial, event)
  return {
    aggregate,
    owner: before?.owner ?? ownerOf(state, event) ?? owner ?? null,
    version: event.version,
    hash: event.hash,
    state,
    createdAt: before?.createdAt ?? event.metadata.at,
    updatedAt: event.metadata.at,
  }
}

/** The owner, according to the state or the moved money. */
function ownerOf(state: unknown, { transfers }: RecordedEvent): string | undefined {
  const { userNo } = state as { readonly userNo?: string }
  const account = transfers
    .flatMap(({ debit, credit }) => [debit, credit])
    .find((each) => each > 0n)
  return userNo ?? (account === undefined ? undefined : String(ownerOfAccount(account)))
}

async function readFolded(
  db: PoolClient,
  table: string,
  { streams, aggregates }: { streams: readonly string[]; aggregates: readonly AnyAggregate[] },
): Promise<Map<string, Folded>> {
  const { rows } = await db.query<Known>(
    `select stream, owner, version, hash, created_at, updated_at, data
     from ${table} where stream = any ($1)`,
    [streams],
  )
  return new Map(
    rows.map((row) => [
      row.stream,
      {
        aggregate: aggregateOf(row.stream, aggregates) as AnyAggregate,
        owner: row.owner,
        version: Number(row.version),
        hash: row.hash,
        state: stateOf(row.data).state,
        createdAt: row.created_at.toISOString(),
        updatedAt: row.updated_at.toISOString(),
      },
    ]),
  )
}

/**
 * If neither state nor money identify the owner, use the live document: no event records the owner.
 */
async function readOwners(
  db: PoolClient,
  streams: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const { rows } = await db.query<{ stream: string; owner: string | null }>(
    'select stream, owner from document where stream = any ($1)',
    [streams],
  )
  return new Map(rows.map(({ stream, owner }) => [stream, owner]))
}

async function write(
  db: PoolClient,
  table: string,
  folded: ReadonlyMap<string, Folded>,
): Promise<void> {
  const all = [...folded]
  const column = (value: (row: Folded) => unknown) => all.map(([, row]) => value(row))
  const summary = ({ aggregate, state }: Folded) => aggregate.summarise(state)
  await db.query(
    `insert into ${table} as known
       (stream, kind, owner, status, waiting, version, hash, created_at, updated_at, data)
     select stream, kind, owner, status, waiting, version, hash, created_at, updated_at, data::json
     from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::boolean[], $6::bigint[],
                 $7::bytea[], $8::timestamptz[], $9::timestamptz[], $10::text[])
          as folded (stream, kind, owner, status, waiting, version, hash, created_at, updated_at,
                     data)
     on conflict (stream) do update
     set status = excluded.status, waiting = excluded.waiting, version = excluded.version,
         hash = excluded.hash, updated_at = excluded.updated_at, data = excluded.data,
         owner = excluded.owner`,
    [
      all.map(([stream]) => stream),
      column(({ aggregate }) => aggregate.kind),
      column(({ owner }) => owner),
      column((row) => summary(row).status),
      column((row) => summary(row).waiting),
      column(({ version }) => version),
      column(({ hash }) => hash),
      column(({ createdAt }) => createdAt),
      column(({ updatedAt }) => updatedAt),
      column(({ aggregate, state }) => canonicalJson(storedState(state, aggregate))),
    ],
  )
}
