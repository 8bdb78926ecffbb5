import { featuresOf } from '#server/feature.ts'
import { identityFeature } from '#server/identity/feature.ts'
import { priceFeature } from '#server/prices/feature.ts'
import { approvalFeature, hidingFeature } from '#server/reviews/feature.ts'
import { accountFeature } from './account/feature.ts'
import { activityFeature } from './activity/feature.ts'
import { latestMovements } from './activity/present.ts'
import { adjustmentFeature } from './adjustments/feature.ts'
import { analyticsFeature } from './analytics/feature.ts'
import { auditFeature } from './audit/feature.ts'
import { backupDrillFeature } from './backup-drills/feature.ts'
import { conversionFeature } from './conversions/feature.ts'
import { dashboardFeature } from './dashboard/feature.ts'
import { depositAddressFeature } from './deposit-addresses/feature.ts'
import { depositFeature } from './deposits/feature.ts'
import { futuresFeature } from './futures/feature.ts'
import { kycFeature } from './kyc/feature.ts'
import { liabilitiesFeature } from './liabilities/feature.ts'
import { readDebt } from './loans/exposure.ts'
import { loanFeature } from './loans/feature.ts'
import { portfolioFeature } from './portfolio/feature.ts'
import { readHolds } from './portfolio/holds.ts'
import { pushFeature } from './push/feature.ts'
import { reconciliationFeature } from './reconciliation/feature.ts'
import { reserveFeature } from './reserves/feature.ts'
import { resultFeature } from './results/feature.ts'
import { reviewDeskFeature } from './review-desk/feature.ts'
import { savedAddressFeature } from './saved-addresses/feature.ts'
import { secondFactorResetFeature } from './second-factor-resets/feature.ts'
import { signedLogFeature } from './signed-log/feature.ts'
import { spotOrderFeature } from './spot-orders/feature.ts'
import { staffAccessFeature } from './staff-access/feature.ts'
import { staffSearchFeature } from './staff-search/feature.ts'
import { stakingFeature } from './staking/feature.ts'
import { supportFeature } from './support/feature.ts'
import { transactionFeature } from './transactions/feature.ts'
import { userHistoryFeature } from './user-history/feature.ts'
import { usersFeature } from './users/feature.ts'
import { withdrawalFeature } from './withdrawals/feature.ts'

/**
 * Every feature of the server. Features do not know each other: each declares itself, and data that
 * one reads for another is passed here. The order is that of the areas of the audit and of the
 * notification switches.
 */
export const FEATURES = featuresOf([
  identityFeature,
  kycFeature,
  depositFeature,
  withdrawalFeature,
  spotOrderFeature,
  futuresFeature,
  conversionFeature,
  stakingFeature,
  loanFeature,
  approvalFeature,
  hidingFeature,
  adjustmentFeature,
  depositAddressFeature,
  savedAddressFeature,
  supportFeature,
  reconciliationFeature,
  backupDrillFeature,
  signedLogFeature,
  liabilitiesFeature,
  reserveFeature,
  staffAccessFeature,
  secondFactorResetFeature,
  accountFeature,
  activityFeature,
  analyticsFeature,
  auditFeature,
  dashboardFeature,
  portfolioFeature,
  priceFeature,
  pushFeature,
  reviewDeskFeature({ latestMovements, readDebt, readHolds }),
  resultFeature,
  staffSearchFeature,
  transactionFeature,
  userHistoryFeature,
  usersFeature,
])
