import type { UserState } from '#server/identity/decider.ts'
import { formatBalance } from '#server/ledger/balances.ts'
import { assetOfAccount, isFrozen } from '#server/ledger/chart.ts'
import type { DirectoryRow } from '#server/projections/user-directory.ts'
import type { Services } from '#server/services.ts'
import type { AdminUser } from '#shared/contract/users.ts'
import type { Units } from '#shared/money.ts'
import { CREDIT_SCORE_DEFAULT } from '#shared/rules/identity.ts'
import type { KycStatus } from '#shared/rules/kyc.ts'
import { type Holding, valuePortfolio } from '#shared/rules/portfolio.ts'
import { type Instant, instantOf } from '#shared/time.ts'

type Needs = Pick<Services, 'prices' | 'uploads'>

/** A user as staff see them: valued at the current prices, and never with a password. */
export function presentUser({ prices, uploads }: Needs, row: DirectoryRow): AdminUser {
  const state = row.data as UserState | null
  const { total, unpriced, holdings } = valuePortfolio(
    holdingsOf(row.balances),
    (symbol) => prices.current(symbol)?.price,
  )
  const isVerified = row.kyc_status === 'approved'
  return {
    id: row.user_id,
    display_id: row.display_id,
    email: row.email,
    full_name: row.full_name,
    phone: row.phone,
    username: null,
    profile_picture: row.picture && uploads.signedUrl(row.picture),
    created_at: instantOf(row.created_at.getTime()),
    last_sign_in_at: instantOrNull(row.last_sign_in_at),
    email_confirmed_at: instantOrNull(row.email_confirmed_at),
    is_active: state?.isActive ?? true,
    is_verified: isVerified,
    kyc_status: row.kyc_status as KycStatus,
    credit_score: state?.creditScore ?? CREDIT_SCORE_DEFAULT,
    role: state?.role ?? 'user',
    password_encrypted_at: row.has_password ? instantOrNull(row.email_confirmed_at) : null,
    password_last_updated: row.has_password
      ? instantOrNull(row.password_changed_at ?? row.email_confirmed_at)
      : null,
    app_metadata: { provider: 'email' },
    assets_count: holdings.length,
    total_portfolio_value: total,
    unpriced: [...unpriced],
    trade_count: row.trade_count,
    portfolio: holdings.map(({ symbol, available, frozen }) => ({ symbol, available, frozen })),
    active_loans_count: row.active_loans_count,
    active_staking_count: row.active_staking_count,
  }
}

function holdingsOf(balances: DirectoryRow['balances']): Holding[] {
  const held = new Map<string, { available: Units; frozen: Units }>()
  for (const [account, amount] of balances) {
    const number = BigInt(account)
    const symbol = assetOfAccount(number)
    const known = held.get(symbol) ?? { available: 0n, frozen: 0n }
    held.set(symbol, { ...known, [isFrozen(number) ? 'frozen' : 'available']: BigInt(amount) })
  }
  return [...held].map(([symbol, amounts]) => formatBalance({ symbol, ...amounts }))
}

function instantOrNull(date: Date | null): Instant | null {
  return date && instantOf(date.getTime())
}
