import { randomUUID } from 'node:crypto'
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
  const erased = new Map((await services.erasures.all()).map((each) => [each.userId, each]))
  const { rows } = await services.pool.query<{ user_id: string }>(
    'select user_id from person where user_id = any ($1::uuid[])',
    [[...erased.keys()]],
  )
  for (const { user_id: userId } of rows) {
    const { userNo, at } = erased.get(userId) ?? { userNo: '0', at: '' }
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
