import { hasSecondFactorSql } from '#server/facts/person-sql.ts'
import { JOIN_VERIFICATION, VERIFICATION_COLUMNS } from '#server/facts/verification-sql.ts'
import type { SessionUser } from '#shared/contract/auth.ts'
import { instantOf } from '#shared/time.ts'
import type { UserState } from './decider.ts'
import type { IdentityContext } from './identity-context.ts'

interface Row
  extends Pick<
    SessionUser,
    | 'id'
    | 'email'
    | 'full_name'
    | 'phone'
    | 'second_factor'
    | 'kyc_status'
    | 'profile_picture'
    | 'must_change_password'
    | 'must_verify_again'
    | 'language'
  > {
  readonly created_at: Date
  readonly email_confirmed_at: Date | null
  readonly data: UserState
}

/** A user as shown to themselves and to staff; undefined if there is none. */
export async function readSessionUser(
  { pool, links }: Pick<IdentityContext, 'pool' | 'links'>,
  userId: string,
): Promise<SessionUser | undefined> {
  const { rows } = await pool.query<Row>({
    name: 'read session user',
    text: `
      select p.password_chosen_by_staff as must_change_password, p.user_id as id, p.email, p.full_name, p.phone, p.picture as profile_picture, p.language,
             p.created_at, p.email_confirmed_at, d.data,
             ${VERIFICATION_COLUMNS},
             ${hasSecondFactorSql('p.user_id')} as second_factor
      from person p
      join document d on d.stream = 'user-' || p.user_id::text
      ${JOIN_VERIFICATION}
      where p.user_id = $1`,
    values: [userId],
  })
  return rows[0] && sessionUserOf(rows[0], links)
}

function sessionUserOf({ data, ...person }: Row, links: IdentityContext['links']): SessionUser {
  return {
    ...person,
    display_id: data.displayId,
    role: data.role,
    is_active: data.isActive,
    is_verified: person.kyc_status === 'approved',
    credit_score: data.creditScore,
    profile_picture: person.profile_picture && links.signedUrl(person.profile_picture),
    created_at: instantOf(person.created_at.getTime()),
    email_confirmed_at: person.email_confirmed_at && instantOf(person.email_confirmed_at.getTime()),
  }
}
