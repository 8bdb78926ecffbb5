import type { Pool } from 'pg'
import type { Instant } from '#shared/time.ts'

interface CredentialFacts {
  /** The last change that a thief could have made; null: none since sign-up. */
  readonly credentialsChangedAt: Instant | null
  readonly hasSecondFactor: boolean
  /** When staff reset a lost second factor last; null: never. */
  readonly factorResetAt: Instant | null
  /** Until when the link in a mail froze withdrawals last; null: never. */
  readonly frozenUntil: Instant | null
}

// What only adds protection is not among them.
const CHANGES = ['PasswordChanged', 'SecondFactorDisabled', 'PasskeyRemoved']

/**
 * How well a user is protected, from the source: changes from the user's own stream, which is short,
 * the factor and the freeze from the secrets. Instants are texts that sort by time.
 */
export async function readCredentialFacts(
  pool: Pick<Pool, 'query'>,
  userId: string,
): Promise<CredentialFacts> {
  const { rows } = await pool.query<FactsRow>({
    name: 'read credential facts',
    text: `
      select
        (select max(coalesce(data ->> 'changedAt', data ->> 'disabledAt', data ->> 'removedAt'))
         from event where stream = 'user-' || $1::text and type = any ($2)) as "credentialsChangedAt",
        exists (select from second_factor
                where user_id = $1::uuid and enabled_at is not null) as "hasSecondFactor",
        (select max(data ->> 'resetAt') from event
         where stream = 'second-factor-reset-' || $1::text
           and type = 'SecondFactorReset') as "factorResetAt",
        (select withdrawals_frozen_until from person
         where user_id = $1::uuid) as "frozenUntil"`,
    values: [userId, CHANGES],
  })
  const [row] = rows
  if (!row) throw new Error('a query without a table has one row')
  return { ...row, frozenUntil: row.frozenUntil?.toISOString() ?? null }
}

type FactsRow = Omit<CredentialFacts, 'frozenUntil'> & { readonly frozenUntil: Date | null }
