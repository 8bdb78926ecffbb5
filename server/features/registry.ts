import { AGGREGATES } from '#server/aggregates.ts'
import type { App } from '#server/platform/mount.ts'
import type { Services } from '#server/services.ts'
import { registerAccountRoutes } from './account/routes.ts'
import { latestMovements } from './activity/latest.ts'
import { registerActivityRoutes } from './activity/routes.ts'
import { adjustmentReviews } from './adjustments/review.ts'
import { registerAdjustmentRoutes } from './adjustments/routes.ts'
import { registerAnalyticsRoutes } from './analytics/routes.ts'
import { registerAuditRoutes } from './audit/routes.ts'
import { registerConversionRoutes } from './conversions/routes.ts'
import { registerDashboardRoutes } from './dashboard/routes.ts'
import { registerDepositAddressRoutes } from './deposit-addresses/routes.ts'
import { depositHistory } from './deposits/history.ts'
import { depositReviews } from './deposits/review.ts'
import { registerDepositRoutes } from './deposits/routes.ts'
import { depositTransactions } from './deposits/transactions.ts'
import { futuresHistory } from './futures/history.ts'
import { registerFuturesRoutes } from './futures/routes.ts'
import { kycReviews } from './kyc/review.ts'
import { registerKycRoutes } from './kyc/routes.ts'
import { loanReviews } from './loans/review.ts'
import { registerLoanRoutes } from './loans/routes.ts'
import { readHolds } from './portfolio/holds.ts'
import { registerPortfolioRoutes } from './portfolio/routes.ts'
import { registerReconciliationRoutes } from './reconciliation/routes.ts'
import { registerReviewDeskRoutes } from './review-desk/routes.ts'
import { registerSavedAddressRoutes } from './saved-addresses/routes.ts'
import { spotOrderHistory } from './spot-orders/history.ts'
import { spotOrderReviews } from './spot-orders/review.ts'
import { registerSpotOrderRoutes } from './spot-orders/routes.ts'
import { registerStakingRoutes } from './staking/routes.ts'
import { registerSupportRoutes } from './support/routes.ts'
import { registerTransactionRoutes } from './transactions/routes.ts'
import { registerUserHistoryRoutes } from './user-history/routes.ts'
import { withdrawalHistory } from './withdrawals/history.ts'
import { withdrawalReviews } from './withdrawals/review.ts'
import { registerWithdrawalRoutes } from './withdrawals/routes.ts'
import { withdrawalTransactions } from './withdrawals/transactions.ts'

/** Each noun whose requests stand in the transaction history. */
const transactionSources = [depositTransactions, withdrawalTransactions]

/** Each noun that a user has a history of, which staff may hide from them. */
const historySources = [depositHistory, futuresHistory, spotOrderHistory, withdrawalHistory]

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
  registerAuditRoutes,
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
