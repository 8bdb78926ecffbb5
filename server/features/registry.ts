import { AGGREGATES } from '#server/aggregates.ts'
import { userEvents } from '#server/identity/events.ts'
import type { App } from '#server/platform/mount.ts'
import { approvalEvents, hidingEvents } from '#server/reviews/events.ts'
import type { Services } from '#server/services.ts'
import { registerAccountRoutes } from './account/routes.ts'
import { latestMovements } from './activity/latest.ts'
import { registerActivityRoutes } from './activity/routes.ts'
import { adjustmentEvents } from './adjustments/events.ts'
import { adjustmentReviews } from './adjustments/review.ts'
import { registerAdjustmentRoutes } from './adjustments/routes.ts'
import { registerAnalyticsRoutes } from './analytics/routes.ts'
import { registerAuditRoutes } from './audit/routes.ts'
import { conversionEvents } from './conversions/events.ts'
import { registerConversionRoutes } from './conversions/routes.ts'
import { registerDashboardRoutes } from './dashboard/routes.ts'
import { depositAddressEvents } from './deposit-addresses/events.ts'
import { registerDepositAddressRoutes } from './deposit-addresses/routes.ts'
import { depositEvents } from './deposits/events.ts'
import { depositHistory } from './deposits/history.ts'
import { depositReviews } from './deposits/review.ts'
import { registerDepositRoutes } from './deposits/routes.ts'
import { depositTransactions } from './deposits/transactions.ts'
import { futuresEvents } from './futures/events.ts'
import { futuresHistory } from './futures/history.ts'
import { registerFuturesRoutes } from './futures/routes.ts'
import { kycEvents } from './kyc/events.ts'
import { kycReviews } from './kyc/review.ts'
import { registerKycRoutes } from './kyc/routes.ts'
import { loanEvents } from './loans/events.ts'
import { loanReviews } from './loans/review.ts'
import { registerLoanRoutes } from './loans/routes.ts'
import { readHolds } from './portfolio/holds.ts'
import { registerPortfolioRoutes } from './portfolio/routes.ts'
import { reconciliationEvents } from './reconciliation/events.ts'
import { registerReconciliationRoutes } from './reconciliation/routes.ts'
import { registerReviewDeskRoutes } from './review-desk/routes.ts'
import { savedAddressEvents } from './saved-addresses/events.ts'
import { registerSavedAddressRoutes } from './saved-addresses/routes.ts'
import { spotOrderEvents } from './spot-orders/events.ts'
import { spotOrderHistory } from './spot-orders/history.ts'
import { spotOrderReviews } from './spot-orders/review.ts'
import { registerSpotOrderRoutes } from './spot-orders/routes.ts'
import { stakingEvents } from './staking/events.ts'
import { registerStakingRoutes } from './staking/routes.ts'
import { supportEvents } from './support/events.ts'
import { registerSupportRoutes } from './support/routes.ts'
import { registerTransactionRoutes } from './transactions/routes.ts'
import { registerUserHistoryRoutes } from './user-history/routes.ts'
import { withdrawalEvents } from './withdrawals/events.ts'
import { withdrawalHistory } from './withdrawals/history.ts'
import { withdrawalReviews } from './withdrawals/review.ts'
import { registerWithdrawalRoutes } from './withdrawals/routes.ts'
import { withdrawalTransactions } from './withdrawals/transactions.ts'

/** Each noun whose requests stand in the transaction history. */
const transactionSources = [depositTransactions, withdrawalTransactions]

/** Each noun that a user has a history of, which staff may hide from them. */
const historySources = [depositHistory, futuresHistory, spotOrderHistory, withdrawalHistory]

/** The parts of the platform by which staff search the audit. */
const auditAreas = [
  area('users', 'Users', userEvents),
  area('verification', 'Verification', kycEvents),
  area('deposits', 'Deposits', depositEvents),
  area('withdrawals', 'Withdrawals', withdrawalEvents),
  area('orders', 'Spot orders', spotOrderEvents),
  area('futures', 'Futures', futuresEvents),
  area('conversions', 'Conversions', conversionEvents),
  area('staking', 'Staking', stakingEvents),
  area('loans', 'Loans', loanEvents),
  area('approvals', 'Second approvals', approvalEvents),
  area('hidden-entries', 'Hidden entries', hidingEvents),
  area('adjustments', 'Adjustments', adjustmentEvents),
  area('deposit-addresses', 'Deposit addresses', depositAddressEvents),
  area('saved-addresses', 'Saved addresses', savedAddressEvents),
  area('support', 'Support', supportEvents),
  area('reconciliation', 'Reconciliation', reconciliationEvents),
]

function area(name: string, label: string, events: object) {
  return { area: name, label, types: Object.keys(events) }
}

/** What stands on the review desk, and what stands beside each case. */
const deskParts = {
  sources: [
    adjustmentReviews,
    depositReviews,
    kycReviews,
    loanReviews,
    spotOrderReviews,
    withdrawalReviews,
  ],
  latestMovements,
  readHolds: (services: Services, userNo: bigint) => readHolds(services, AGGREGATES, userNo),
}

/**
 * Every feature's routes. Features know nothing of each other: what one of them gives to another is
 * handed over here.
 */
export const featureRoutes: readonly ((app: App, services: Services) => void)[] = [
  (app, services) => registerAccountRoutes(app, services, AGGREGATES),
  registerActivityRoutes,
  registerAdjustmentRoutes,
  registerAnalyticsRoutes,
  (app, services) => registerAuditRoutes(app, services, { areas: auditAreas }),
  registerConversionRoutes,
  registerDashboardRoutes,
  registerDepositAddressRoutes,
  registerDepositRoutes,
  registerFuturesRoutes,
  registerKycRoutes,
  registerLoanRoutes,
  (app, services) => registerPortfolioRoutes(app, services, AGGREGATES),
  (app, services) => registerReviewDeskRoutes(app, services, deskParts),
  registerReconciliationRoutes,
  registerSavedAddressRoutes,
  registerSpotOrderRoutes,
  registerStakingRoutes,
  registerSupportRoutes,
  (app, services) => registerTransactionRoutes(app, services, transactionSources),
  (app, services) => registerUserHistoryRoutes(app, services, historySources),
  registerWithdrawalRoutes,
]
