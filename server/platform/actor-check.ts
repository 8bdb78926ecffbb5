import type { PoolClient } from 'pg'
import type { EventLog } from '#server/events/log.ts'
import type { Cause } from '#server/platform/request-cause.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'

/** What the act of a member of staff depends on: `handleCommand` checks it for each command. */
export type ActorChecks = Pick<Cause, 'actorRefusal' | 'restsOn'>

/** Fails if the actor's role or status has changed since it was read. */
type HoldActor = (transaction: PoolClient) => Promise<Refusal | undefined>

/**
 * Checks once more, after slow work, that the actor may still act as staff. For acts that are a
 * transaction and no command. Until that transaction ends, the actor's role and status stay the
 * same.
 *
 * Refuses  what the route refuses to the actor now; in the transaction command.contended
 * Source   docs/decisions/0304-acts-beside-the-log-are-checked-too.md
 */
export async function checkActor(
  log: Pick<EventLog, 'readGuards'>,
  { actorRefusal, restsOn = [] }: ActorChecks,
): Promise<HoldActor | Refusal> {
  const guards = restsOn.length > 0 ? await log.readGuards(restsOn) : []
  const refusal = await actorRefusal?.()
  if (refusal) return refusal
  if (guards.length === 0) return async () => undefined
  return async (transaction) => {
    const names = guards.map(({ name }) => name)
    // A missing row cannot be locked.
    await transaction.query(
      'insert into guard (name, version) select unnest($1::text[]), 0 on conflict do nothing',
      [names],
    )
    const { rows } = await transaction.query<{ name: string; version: string }>(
      'select name, version from guard where name = any ($1) order by name for share',
      [names],
    )
    const versions = new Map(rows.map(({ name, version }) => [name, Number(version)]))
    const isSame = guards.every(({ name, version }) => versions.get(name) === version)
    return isSame ? undefined : refuse('command.contended')
  }
}
