import { AGGREGATES } from '#server/aggregates.ts'
import type { App } from '#server/platform/mount.ts'
import type { Services } from '#server/services.ts'
import { registerAccountRoutes } from './account/routes.ts'
import { registerActivityRoutes } from './activity/routes.ts'
import { registerConversionRoutes } from './conversions/routes.ts'
import { registerDashboardRoutes } from './dashboard/routes.ts'
import { registerDepositAddressRoutes } from './deposit-addresses/routes.ts'
import { registerDepositRoutes } from './deposits/routes.ts'
import { depositTransactions } from './deposits/transactions.ts'
import { registerFuturesRoutes } from './futures/routes.ts'
import { registerKycRoutes } from './kyc/routes.ts'
import { registerLoanRoutes } from './loans/routes.ts'
import { registerPortfolioRoutes } from './portfolio/routes.ts'
import { registerSavedAddressRoutes } from './saved-addresses/routes.ts'
import { registerSpotOrderRoutes } from './spot-orders/routes.ts'
import { registerStakingRoutes } from './staking/routes.ts'
import { registerSupportRoutes } from './support/routes.ts'
import { registerTransactionRoutes } from './transactions/routes.ts'
import { registerWithdrawalRoutes } from './withdrawals/routes.ts'
import { withdrawalTransactions } from './withdrawals/transactions.ts'

/** Each noun whose requests stand in the transaction history. */
const transactionSources = [depositTransactions, withdrawalTransactions]

/**
 * Every feature's routes. Features know nothing of each other: what one of them gives to another is
 * handed over here.
 */
export const featureRoutes: readonly ((app: App, services: Services) => void)[] = [
  (app, services) => registerAccountRoutes(app, services, AGGREGATES),
  registerActivityRoutes,
  registerConversionRoutes,
  registerDashboardRoutes,
  registerDepositAddressRoutes,
  registerDepositRoutes,
  registerFuturesRoutes,
  registerKycRoutes,
  registerLoanRoutes,
  (app, services) => registerPortfolioRoutes(app, services, AGGREGATES),
  registerSavedAddressRoutes,
  registerSpotOrderRoutes,
  registerStakingRoutes,
  registerSupportRoutes,
  (app, services) => registerTransactionRoutes(app, services, transactionSources),
  registerWithdrawalRoutes,
]
