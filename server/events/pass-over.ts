import type { Pool } from 'pg'
import type { Catalog } from './catalog.ts'
import type { Follower, PositionRange } from './follower.ts'
import { HEAD } from './log-head.ts'
import { type Handled, handledFrom, missedBy } from './wanted-types.ts'

/** How far behind a follower may be to share one read of the log with the others. */
const LOOKED_OVER_MAX = 2_000n

/**
 * Moves all followers that want none of the appended events to the end of the log at once. They
 * stay before a type that only a newer release knows, because its follower may want it.
 *
 * @returns those that have a step to take
 */
export async function passOver(
  pool: Pool,
  followers: readonly Follower[],
  catalog: Catalog,
): Promise<readonly Follower[]> {
  const { rows } = await pool.query<CheckpointRow>({
    name: 'read-checkpoints',
    text: `select name, position, types, (${HEAD}) as head from checkpoint where name = any ($1)`,
    values: [followers.map(({ name }) => name)],
  })
  const head = BigInt(rows[0]?.head ?? 0)
  const positions = new Map(rows.map(({ name, position }) => [name, BigInt(position)]))
  const positionOf = ({ name }: Follower) => positions.get(name) ?? 0n
  const recorded = new Map(rows.map(({ name, types }) => [name, types]))
  const wantsEarlier = (follower: Follower) => {
    const types = recorded.get(follower.name) ?? null
    const checkpoint = { position: positionOf(follower), types }
    return Boolean(handledFrom(follower, checkpoint) ?? missedBy(follower, checkpoint))
  }
  const isBehind = (follower: Follower) =>
    positionOf(follower) < head || !positions.has(follower.name) || wantsEarlier(follower)
  const behind = followers.filter(isBehind)
  const near = behind.filter(
    (each) => each.types && head - positionOf(each) <= LOOKED_OVER_MAX && !wantsEarlier(each),
  )
  if (near.length === 0) return behind
  const after = near.map(positionOf).reduce((least, each) => (each < least ? each : least))
  const last = await lastOfEachType(pool, { after, upTo: head })
  const unknown = [...last.keys()].filter((type) => !catalog.has(type))
  const isNew = (type: string, follower: Follower) => (last.get(type) ?? 0n) > positionOf(follower)
  const unwanting = near.filter(
    (each) => ![...(each.types ?? []), ...unknown].some((type) => isNew(type, each)),
  )
  if (unwanting.length > 0) {
    await pool.query({
      name: 'pass-over',
      text: `with unwanting as (
               select name from checkpoint
               join unnest($1::text[], $2::bigint[], $4::text[]) as seen (name, position, types)
                 using (name)
               where checkpoint.position between seen.position and $3::bigint - 1
                 and checkpoint.types is not distinct from seen.types::jsonb
               order by name
               for update of checkpoint skip locked)
             update checkpoint set position = $3 from unwanting
             where checkpoint.name = unwanting.name`,
      values: [
        unwanting.map(({ name }) => name),
        unwanting.map(positionOf),
        head,
        unwanting.map(({ name }) => JSON.stringify(recorded.get(name) ?? null)),
      ],
    })
  }
  return behind.filter((each) => !unwanting.includes(each))
}

interface CheckpointRow {
  readonly name: string
  readonly position: string
  readonly types: Handled | null
  readonly head: string
}

/** The last position of each type of event in a range. */
async function lastOfEachType(
  pool: Pool,
  { after, upTo }: PositionRange,
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await pool.query<{ type: string; position: string }>({
    name: 'last-of-each-type',
    text: `select type, max(position) as position from event
           where position > $1 and position <= $2
           group by type`,
    values: [after, upTo],
  })
  return new Map(rows.map(({ type, position }) => [type, BigInt(position)]))
}
