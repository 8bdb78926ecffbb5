import type { Pool } from 'pg'
import { hasSecondFactorSql } from '#server/facts/person-sql.ts'
import { UNRECORDED_HOLD_HOURS, WITHDRAWAL_HOLD_HOURS } from '#shared/rules/withdrawal-hold.ts'
import type { Instant } from '#shared/time.ts'

interface CredentialFacts {
  /**
   * The end of the hold after changes that a thief could have made; null: none since the sign-up.
   */
  readonly credentialsHoldEndsAt: Instant | null
  readonly hasSecondFactor: boolean
  /** The end of the hold after staff reset a lost second factor; null: they never did. */
  readonly resetHoldEndsAt: Instant | null
  /** Until when the last use of a freeze link froze withdrawals; null: never. */
  readonly frozenUntil: Instant | null
}

// Changes that only add protection are not included.
const CHANGES = ['PasswordChanged', 'SecondFactorDisabled', 'PasskeyRemoved']

/**
 * How well a user is protected, read from the source: changes from the user's own stream, which is
 * short, and the second factor and the freeze from the secrets.
 */
export async function readCredentialFacts(
  pool: Pick<Pool, 'query'>,
  userId: string,
): Promise<CredentialFacts> {
  const { credentials, second_factor_reset: reset } = UNRECORDED_HOLD_HOURS
  const changedAt = "coalesce(data ->> 'changedAt', data ->> 'disabledAt', data ->> 'removedAt')"
  const { rows } = await pool.query<FactsRow>({
    name: 'read credential facts',
    text: `
      select
        greatest(
          (select max(${holdEndSql(changedAt, credentials)})
           from event where stream = 'user-' || $1::text and type = any ($2)),
          ${PASSWORD_HOLD_END}) as "credentialsHoldEndsAt",
        ${hasSecondFactorSql('$1::uuid')} as "hasSecondFactor",
        (select max(${holdEndSql("data ->> 'resetAt'", reset)}) from event
         where stream = 'second-factor-reset-' || $1::text
           and type = 'SecondFactorReset') as "resetHoldEndsAt",
        (select withdrawals_frozen_until from person
         where user_id = $1::uuid) as "frozenUntil"`,
    values: [userId, CHANGES],
  })
  const [row] = rows
  if (!row) throw new Error('a query without a table has one row')
  const { hasSecondFactor, credentialsHoldEndsAt, resetHoldEndsAt, frozenUntil } = row
  return {
    hasSecondFactor,
    credentialsHoldEndsAt: credentialsHoldEndsAt?.toISOString() ?? null,
    resetHoldEndsAt: resetHoldEndsAt?.toISOString() ?? null,
    frozenUntil: frozenUntil?.toISOString() ?? null,
  }
}

/**
 * A new password counts before its event is recorded, which may be seconds later. The first one is
 * as old as the confirmation of the sign-up.
 */
const PASSWORD_HOLD_END = `
  (select password_changed_at + interval '${WITHDRAWAL_HOLD_HOURS} hours' from person
   where user_id = $1::uuid and password_changed_at > email_confirmed_at
     and not exists (
       select from event where stream = 'user-' || $1::text and type = 'PasswordChanged'
         and (data ->> 'changedAt')::timestamptz >= password_changed_at))`

/** The end that an event recorded; for earlier events, a number of hours after the change. */
function holdEndSql(changedAt: string, hours: number): string {
  return `coalesce((data ->> 'holdEndsAt')::timestamptz,
                   (${changedAt})::timestamptz + interval '${hours} hours')`
}

interface FactsRow {
  readonly credentialsHoldEndsAt: Date | null
  readonly hasSecondFactor: boolean
  readonly resetHoldEndsAt: Date | null
  readonly frozenUntil: Date | null
}
