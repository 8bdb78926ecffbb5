import { HEAD } from '#server/events/log-head.ts'
import type { Queryable } from '#server/projections/documents.ts'

/** The position of a follower, and how many events it has yet to read. */
export interface FollowerStanding {
  readonly name: string
  readonly position: bigint
  readonly lag: number
}

/** Every follower with a checkpoint, the one furthest behind first. */
export async function readFollowers(
  db: Queryable,
): Promise<{ head: bigint; followers: FollowerStanding[] }> {
  const { rows } = await db.query<{ head: string; name: string | null; position: string | null }>({
    name: 'standing of followers',
    text: `
      select log.head, c.name, c.position
      from (${HEAD}) as log (head)
      left join checkpoint as c on true
      order by c.position, c.name`,
  })
  const head = BigInt(rows[0]?.head ?? 0)
  const followers = rows.flatMap(({ name, position }) =>
    name === null || position === null
      ? []
      : [{ name, position: BigInt(position), lag: Number(head - BigInt(position)) }],
  )
  return { head, followers }
}
