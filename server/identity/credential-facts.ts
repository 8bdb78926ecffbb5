import type { Pool } from 'pg'
import type { Instant } from '#shared/time.ts'

/** What other rules ask about how well a user is protected. */
export interface CredentialFacts {
  /** When the password or the second factor was changed last; null: never since sign-up. */
  readonly credentialsChangedAt: Instant | null
  readonly hasSecondFactor: boolean
}

const CHANGES = ['PasswordChanged', 'SecondFactorEnabled', 'SecondFactorDisabled']

interface Row {
  readonly changed_at: string | null
  readonly second_factor: boolean
}

/**
 * Reads them where they are decided: the changes from the user's own stream, which is short, the
 * factor from the secrets. Instants are texts that sort as the times they name.
 */
export async function readCredentialFacts(
  pool: Pick<Pool, 'query'>,
  userId: string,
): Promise<CredentialFacts> {
  const { rows } = await pool.query<Row>({
    name: 'read credential facts',
    text: `
      select
        (select max(coalesce(data ->> 'changedAt', data ->> 'enabledAt', data ->> 'disabledAt'))
         from event where stream = 'user-' || $1::text and type = any ($2)) as changed_at,
        exists (select from second_factor
                where user_id = $1::uuid and enabled_at is not null) as second_factor`,
    values: [userId, CHANGES],
  })
  const [row] = rows
  return {
    credentialsChangedAt: row?.changed_at ?? null,
    hasSecondFactor: row?.second_factor ?? false,
  }
}
