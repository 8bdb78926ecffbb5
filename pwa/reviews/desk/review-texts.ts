import type { LucideIcon } from 'lucide-react'
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  HandCoins,
  IdCard,
  ListOrdered,
  Scale,
} from 'lucide-react'
import type { Permission } from '#shared/rules/permissions.ts'
import type { ReviewKind } from '#shared/rules/review-desk.ts'
import { DAY_MS, epochMsOf, HOUR_MS, type Instant, MINUTE_MS } from '#shared/time.ts'

interface KindText {
  readonly label: string
  readonly plural: string
  readonly icon: LucideIcon
  /** What it takes to decide on it. */
  readonly permission: Permission
}

export const KINDS: Readonly<Record<ReviewKind, KindText>> = {
  'spot-order': {
    label: 'Order',
    plural: 'Orders',
    icon: ListOrdered,
    permission: 'orders.review',
  },
  deposit: {
    label: 'Deposit',
    plural: 'Deposits',
    icon: ArrowDownToLine,
    permission: 'deposits.review',
  },
  withdrawal: {
    label: 'Withdrawal',
    plural: 'Withdrawals',
    icon: ArrowUpFromLine,
    permission: 'withdrawals.review',
  },
  kyc: {
    label: 'Verification',
    plural: 'KYC',
    icon: IdCard,
    permission: 'kyc.review',
  },
  adjustment: {
    label: 'Adjustment',
    plural: 'Adjustments',
    icon: Scale,
    permission: 'balances.adjust',
  },
  loan: { label: 'Loan', plural: 'Loans', icon: HandCoins, permission: 'loans.review' },
}

/** How long something has waited, in its largest whole unit: "3 d", "5 h", "12 min". */
export function waitedFor(since: Instant, nowMs: number): string {
  const waitedMs = Math.max(0, nowMs - epochMsOf(since))
  if (waitedMs >= DAY_MS) return `${Math.floor(waitedMs / DAY_MS)} d`
  if (waitedMs >= HOUR_MS) return `${Math.floor(waitedMs / HOUR_MS)} h`
  return `${Math.floor(waitedMs / MINUTE_MS)} min`
}

/** After a day it is late, after three it is very late. */
export function lateness(since: Instant, nowMs: number): 'fresh' | 'late' | 'very late' {
  const waitedMs = nowMs - epochMsOf(since)
  if (waitedMs >= 3 * DAY_MS) return 'very late'
  return waitedMs >= DAY_MS ? 'late' : 'fresh'
}
