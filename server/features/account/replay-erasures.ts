import { randomUUID } from 'node:crypto'
import type { AnyAggregate } from '#server/events/decider.ts'
import type { ErasedPerson } from '#server/platform/erasures.ts'
import { LOCKS, lockTransaction } from '#server/platform/locks.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import type { Services } from '#server/services.ts'
import { write } from '#shared/text/t.ts'
import { addErasureJob, erase, findObstacles, finishErasureNow } from './delete-account.ts'

/**
 * Erases people again after an older copy of the database was restored. Their keys are destroyed
 * with them, so the files and fields that were encrypted for them are unreadable even where copies
 * remain.
 *
 * Money and requests of that time stay in the ledger in a closed account without a name; the server
 * logs them.
 *
 * Source: docs/decisions/0126-erasures-are-replayed.md,
 *         docs/decisions/0265-streams-of-erased-people-end-where-they-are.md,
 *         docs/decisions/0286-requests-of-erased-people-wait-for-no-one.md
 */
export async function replayErasures(
  services: Services,
  aggregates: readonly AnyAggregate[],
): Promise<void> {
  for await (const people of services.erasures.all()) {
    const { rows } = await services.pool.query<{ user_id: string }>(
      'select user_id from person where user_id = any ($1::uuid[])',
      [people.map(({ userId }) => userId)],
    )
    const present = new Set(rows.map((row) => row.user_id))
    for (const person of people.filter(({ userId }) => present.has(userId))) {
      await eraseAgain(services, aggregates, person)
    }
  }
}

async function eraseAgain(
  services: Services,
  aggregates: readonly AnyAggregate[],
  { userId, userNo, at }: ErasedPerson,
): Promise<void> {
  const { pool, clock, logger } = services
  const owner = BigInt(userNo)
  const metadata = { actor: { kind: 'system' }, at, correlation: randomUUID() } as const
  const job = await inTransaction(pool, async (transaction) => {
    await lockTransaction(transaction, LOCKS.closingAccount)
    const found = await erase(transaction, { userId, userNo: owner, at, condition: 'true' })
    if (!found) return undefined
    const rest = { userId, userNo, ...found, metadata }
    await addErasureJob(transaction, rest, clock.now())
    return rest
  })
  if (!job) return
  await finishErasureNow(services, job)
  const left = (await findObstacles(pool, aggregates, owner)).map(write)
  logger.warn({ userId, left }, 'erased again after an older copy of the database was restored')
}
