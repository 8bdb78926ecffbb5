import { randomUUID } from 'node:crypto'
import type { AnyAggregate } from '#server/events/decider.ts'
import type { ScheduledTask } from '#server/platform/jobs.ts'
import { tryEach } from '#server/platform/try-each.ts'
import type { Services } from '#server/services.ts'
import { UNCONFIRMED_DAYS_MAX } from '#shared/rules/identity.ts'
import { DAY_MS, instantOf } from '#shared/time.ts'
import { deleteAccount, UNCONFIRMED } from './delete-account.ts'

type Needs = Pick<
  Services,
  'erasures' | 'pool' | 'log' | 'identity' | 'uploads' | 'logger' | 'clock'
>

/** The most people deleted in one run: each deletion takes a lock that appends share. */
const AT_ONCE = 200

/**
 * Deletes people who have never confirmed their address, in the same way as an account. A sign-up
 * that can still be confirmed keeps its person.
 *
 * @throws at the end, if any could not be deleted
 *
 * Source: docs/product.md, Account deletion
 */
export async function deleteUnconfirmed(
  services: Needs,
  aggregates: readonly AnyAggregate[],
): Promise<void> {
  const now = services.clock.now()
  const { rows } = await services.pool.query<{ id: string; user_no: string }>(
    `select user_id as id, user_no from person
     where created_at < $1 and (${UNCONFIRMED}) order by created_at limit $2`,
    [new Date(now - UNCONFIRMED_DAYS_MAX * DAY_MS), AT_ONCE],
  )
  const attempts = { logger: services.logger, fault: 'an unconfirmed account was not deleted' }
  const failed = await tryEach(attempts, rows, async ({ id, user_no }) => {
    const refusal = await deleteAccount(services, aggregates, {
      userId: id,
      userNo: BigInt(user_no),
      metadata: { actor: { kind: 'system' }, at: instantOf(now), correlation: randomUUID() },
      onlyUnconfirmed: true,
    })
    // Confirmed in the meantime, or staff gave the account something that it must not lose.
    if (refusal) services.logger.info({ refused: refusal.refused }, 'an unconfirmed account stays')
  })
  if (failed > 0) throw new Error(`${failed} unconfirmed accounts were not deleted`)
}

export function unconfirmedSweep(
  services: Needs,
  aggregates: readonly AnyAggregate[],
): ScheduledTask {
  return {
    name: 'account.delete-unconfirmed',
    at: '37 * * * *',
    run: () => deleteUnconfirmed(services, aggregates),
  }
}
