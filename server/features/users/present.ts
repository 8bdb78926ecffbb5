import type { UserState } from '#server/identity/decider.ts'
import { balancesOf, formatBalance } from '#server/ledger/balances.ts'
import { type DirectoryRow, freezeInForce } from '#server/queries/user-directory.ts'
import type { Services } from '#server/services.ts'
import type { AdminUser } from '#shared/contract/users.ts'
import { CREDIT_SCORE_DEFAULT } from '#shared/rules/identity.ts'
import { valuePortfolio } from '#shared/rules/portfolio.ts'
import { type Instant, instantOf } from '#shared/time.ts'

type Needs = Pick<Services, 'prices' | 'uploads' | 'clock'>

/** A user as shown to staff: valued at the last known prices, and without any password. */
export function presentUser({ prices, uploads, clock }: Needs, row: DirectoryRow): AdminUser {
  const { data, balances, has_password, password_changed_at, ...person } = row
  const state = data as UserState | null
  const { total, asOf, unpriced, holdings } = valuePortfolio(
    balancesOf(balances).map(formatBalance),
    prices.lastKnown,
  )
  const confirmedAt = instantOrNull(person.email_confirmed_at)
  return {
    ...person,
    profile_picture: person.profile_picture && uploads.signedUrl(person.profile_picture),
    created_at: instantOf(person.created_at.getTime()),
    last_sign_in_at: instantOrNull(person.last_sign_in_at),
    email_confirmed_at: confirmedAt,
    withdrawals_frozen_until: freezeInForce(person.withdrawals_frozen_until, clock.now()),
    is_active: state?.isActive ?? true,
    is_verified: person.kyc_status === 'approved',
    credit_score: state?.creditScore ?? CREDIT_SCORE_DEFAULT,
    role: state?.role ?? 'user',
    password_encrypted_at: has_password ? confirmedAt : null,
    password_last_updated: has_password
      ? (instantOrNull(password_changed_at) ?? confirmedAt)
      : null,
    app_metadata: { provider: 'email' },
    assets_count: holdings.length,
    total_portfolio_value: total,
    valued_as_of: asOf ?? null,
    unpriced: [...unpriced],
    portfolio: holdings.map(({ symbol, available, frozen }) => ({ symbol, available, frozen })),
  }
}

function instantOrNull(date: Date | null): Instant | null {
  return date && instantOf(date.getTime())
}
