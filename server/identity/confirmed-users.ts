import { inTransaction } from '#server/platform/transaction.ts'
import { levelled } from '#server/projections/levelled.ts'
import { isRefusal } from '#shared/refusal.ts'
import type { Role } from '#shared/rules/permissions.ts'
import { instantOf } from '#shared/time.ts'
import type { IdentityContext } from './identity-context.ts'
import { confirmationToken, confirmEmail, insertSignUp, type SignUp } from './sign-up.ts'
import { recordSignUp, runSystemCommand } from './user-commands.ts'

/**
 * Creates a confirmed user with the real commands, but without a mail: for the first admin and demo
 * users. If the address is known, its password stays the same.
 */
export async function createConfirmedUser(
  context: IdentityContext,
  { password, ...signUp }: SignUp,
): Promise<{ userId: string; isNew: boolean }> {
  const known = await context.pool.query<{ user_id: string }>(
    'select user_id from person where email = $1 and email_confirmed_at is not null',
    [signUp.email],
  )
  const userId = known.rows[0]?.user_id
  if (userId !== undefined) {
    await recordSignUp(context, userId)
    return { userId, isNew: false }
  }
  const passwordHash = await context.passwords.hash(password)
  const stored = await inTransaction(context.pool, (transaction) =>
    insertSignUp(context, transaction, { ...signUp, passwordHash }),
  )
  const token = confirmationToken(context, stored.signUpId)
  const result = await confirmEmail(context, token, systemMetadata(context, stored.signUpId))
  // Another server that started at the same time has created the user.
  if (isRefusal(result)) return { userId: stored.userId, isNew: false }
  return { userId: result.userId, isNew: true }
}

/** Changes a user's role, as the system. */
export async function grantRole(
  context: IdentityContext,
  userId: string,
  grant: { readonly role: Role; readonly reason: string },
): Promise<void> {
  await runSystemCommand(context, {
    userId,
    key: `role ${grant.role} ${grant.reason}`,
    command: { type: 'GrantRole', ...grant },
    metadata: systemMetadata(context, userId),
  })
}

/** Creates the first member of staff if there is none. @returns whether one was created */
export async function ensureFirstAdmin(
  context: IdentityContext,
  admin: Omit<SignUp, 'phone'>,
): Promise<boolean> {
  const lists = await levelled(context.pool)
  const { rowCount } = await lists.query(
    `select from listed where kind = 'user' and data ->> 'role' = 'admin' limit 1`,
  )
  if (rowCount) return false
  const { userId } = await createConfirmedUser(context, { ...admin, phone: '' })
  await grantRole(context, userId, { role: 'admin', reason: 'first admin' })
  return true
}

function systemMetadata({ clock }: Pick<IdentityContext, 'clock'>, correlation: string) {
  return {
    actor: { kind: 'system' as const },
    at: instantOf(clock.now()),
    correlation,
  }
}
