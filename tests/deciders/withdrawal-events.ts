import type { WithdrawalEvent } from '#server/features/withdrawals/events.ts'
import type { ApprovalEvent } from '#server/reviews/events.ts'

export const AT = '2026-01-31T09:30:00.000Z'
export const LATER = '2026-01-31T10:00:00.000Z'
export const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

export const requested: WithdrawalEvent = {
  type: 'WithdrawalRequested',
  data: {
    userId: 'user-1',
    userNo: '7',
    symbol: 'USDT',
    network: 'TRC20',
    amount: '250.5',
    walletAddress: TRON,
    secondFactor: false,
    submittedAt: AT,
  },
}
export const money = { symbol: 'USDT', amount: '250.5' }
export const review = { notes: null, reviewedBy: 'admin-1', reviewedAt: LATER }
export const approved: WithdrawalEvent = {
  type: 'WithdrawalApproved',
  data: { ...money, ...review, screenshot: 'upload-1' },
}
export const firstApproved: ApprovalEvent = {
  type: 'FirstApprovalGiven',
  data: {
    ...{ approvedBy: 'admin-1', approvedAt: LATER, notes: null },
    ...{ value: '250.5', above: '100', ticks: [] },
  },
}
export const sendingStarted: WithdrawalEvent = {
  type: 'WithdrawalSendingStarted',
  data: { ...money, network: 'TRC20', walletAddress: TRON, startedBy: 'admin-1', startedAt: LATER },
}
export const sendingStopped: WithdrawalEvent = {
  type: 'WithdrawalSendingStopped',
  data: { stoppedBy: 'admin-1', stoppedAt: LATER },
}
export const rejected: WithdrawalEvent = {
  type: 'WithdrawalRejected',
  data: {
    ...money,
    ...review,
    reason: 'Unknown wallet',
    requireReverification: true,
    reopensVerification: true,
  },
}
export const cancelled: WithdrawalEvent = {
  type: 'WithdrawalCancelled',
  data: { ...money, cancelledAt: LATER },
}
export const acknowledged: WithdrawalEvent = {
  type: 'WithdrawalAcknowledged',
  data: { acknowledgedAt: LATER },
}
