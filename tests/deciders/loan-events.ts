import type { LoanEvent } from '#server/features/loans/events.ts'
import { parseUnits } from '#shared/money.ts'

export const AT = '2026-01-31T09:30:00.000Z'
/** When the loan is overdue: 31 days later. */
export const OVERDUE = '2026-03-03T09:30:00.000Z'
export const ENOUGH = parseUnits('1000000')

const RATES = { interest: '5.75', penaltyPerDay: '5', penaltyMaximum: '100', dueSoonDays: 7 }
export const usdt = (amount: string) => ({ symbol: 'USDT', amount })

export const requested: LoanEvent = {
  type: 'LoanRequested',
  data: {
    userId: 'user-1',
    userNo: '7',
    applicantId: 'applicant-1',
    form: 'home',
    principal: usdt('1000.5'),
    termDays: 30,
    rates: RATES,
    documents: [{ id: 'upload-1', kind: 'supporting', type: 'application/pdf', bytes: 900 }],
    createdAt: AT,
  },
}
export const approved: LoanEvent = {
  type: 'LoanApproved',
  data: { principal: usdt('1000.5'), reviewedBy: 'staff-1', reviewedAt: AT, startsAt: AT },
}
export const rejected: LoanEvent = {
  type: 'LoanRejected',
  data: { reason: 'No income', reviewedBy: 'staff-1', reviewedAt: AT },
}
export const cancelled: LoanEvent = {
  type: 'LoanCancelled',
  data: { cancelledAt: AT },
}
export const repaid: LoanEvent = {
  type: 'LoanRepaid',
  data: {
    principal: usdt('1000.5'),
    interest: usdt('57.52875'),
    penalty: usdt('0'),
    lateDays: 0,
    paidAt: AT,
  },
}
