import type { AdminUser } from '#shared/contract/users.ts'
import type { KycStatus } from '#shared/rules/kyc.ts'
import { refusalToStaff } from '#shared/rules/new-password.ts'
import { msg, t } from '#shared/text/t.ts'

/** Full name or email. Source: docs/product.md, User management. */
export function nameOf({ full_name, email }: AdminUser): string {
  return full_name || email
}

export function isVerified({ email_confirmed_at, is_verified }: AdminUser): boolean {
  return email_confirmed_at !== null && is_verified
}

export function isFullyVerified({ email_confirmed_at, kyc_status }: AdminUser): boolean {
  return email_confirmed_at !== null && kyc_status === 'approved'
}

/** Staff can set this user's password. */
export function takesPassword({ role, email_confirmed_at }: AdminUser): boolean {
  return !refusalToStaff({ role, isConfirmed: email_confirmed_at !== null })
}

/** Source: docs/product.md, User management. */
export function kycWord(status: KycStatus): string {
  return t(KYC_WORDS[status])
}

const KYC_WORDS: Readonly<Record<KycStatus, string>> = {
  approved: msg('Approved'),
  pending: msg('Pending'),
  rejected: msg('Rejected'),
  not_submitted: msg('Not Submitted'),
}
