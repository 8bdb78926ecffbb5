import { randomUUID } from 'node:crypto'
import type { ErasedPerson } from '#server/platform/erasures.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import type { Services } from '#server/services.ts'
import { erase, finishErasure } from './delete-account.ts'

/**
 * Erases again the people that an older copy of the database has brought back. Their keys are destroyed
 * with them, so files and fields that were sealed for them are unreadable even where copies remain.
 *
 * Money and requests of that time stay in the ledger under a closed account without a name.
 *
 * Source: docs/decisions/0126-erasures-are-replayed.md
 */
export async function replayErasures(services: Services): Promise<void> {
  for await (const people of services.erasures.all()) await eraseAgain(services, people)
}

async function eraseAgain(services: Services, people: readonly ErasedPerson[]): Promise<void> {
  const { rows } = await services.pool.query<{ user_id: string }>(
    'select user_id from person where user_id = any ($1::uuid[])',
    [people.map(({ userId }) => userId)],
  )
  const present = new Set(rows.map((row) => row.user_id))
  for (const { userId, userNo, at } of people.filter((person) => present.has(person.userId))) {
    const found = await inTransaction(services.pool, (transaction) =>
      erase(transaction, { userId, userNo: BigInt(userNo), at, condition: 'true' }),
    )
    if (!found) continue
    const metadata = { actor: { kind: 'system' }, at, correlation: randomUUID() } as const
    await finishErasure(services, { userId, userNo, ...found, metadata })
    services.logger.warn(
      { userId },
      'erased again after an older copy of the database was restored',
    )
  }
}
