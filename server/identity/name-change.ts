import type { Metadata } from '#server/events/log.ts'
import type { IdentityContext } from './identity-context.ts'
import { changeSecrets } from './user-commands.ts'

/**
 * Writes name and phone of a user. A change of the name is an event: the verification of the former
 * name is no longer valid.
 *
 * Source: docs/product.md, Profile
 */
export function changeProfile(
  context: Pick<IdentityContext, 'pool' | 'log' | 'logger' | 'clock'>,
  userId: string,
  given: { readonly fullName: string; readonly phone: string; readonly metadata: Metadata },
): Promise<void> {
  const { fullName, phone, metadata } = given
  return changeSecrets(context, context.clock.now(), async (transaction, record) => {
    const { rows } = await transaction.query<{ full_name: string | null }>(
      'select full_name from person where user_id = $1 for update',
      [userId],
    )
    await transaction.query('update person set full_name = $2, phone = $3 where user_id = $1', [
      userId,
      fullName,
      phone,
    ])
    if ((rows[0]?.full_name ?? '') === fullName) return
    const command = { type: 'ChangeName', at: metadata.at } as const
    record({ userId, key: `name ${metadata.correlation}`, command, metadata })
  })
}
