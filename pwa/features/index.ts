import type { Feature } from '#pwa/feature.ts'
import { reviews } from '#pwa/reviews/feature.ts'
import { about } from './about/feature.ts'
import { account } from './account/feature.ts'
import { activity } from './activity/feature.ts'
import { adjustments } from './adjustments/feature.ts'
import { analytics } from './analytics/feature.ts'
import { audit } from './audit/feature.ts'
import { conversions } from './conversions/feature.ts'
import { dashboard } from './dashboard/feature.ts'
import { depositAddresses } from './deposit-addresses/feature.ts'
import { deposits } from './deposits/feature.ts'
import { futures } from './futures/feature.ts'
import { home } from './home/feature.ts'
import { identity } from './identity/feature.ts'
import { install } from './install/feature.ts'
import { kyc } from './kyc/feature.ts'
import { loans } from './loans/feature.ts'
import { portfolio } from './portfolio/feature.ts'
import { prices } from './prices/feature.ts'
import { reconciliation } from './reconciliation/feature.ts'
import { reserves } from './reserves/feature.ts'
import { results } from './results/feature.ts'
import { secondFactorResets } from './second-factor-resets/feature.ts'
import { signedLog } from './signed-log/feature.ts'
import { spotOrders } from './spot-orders/feature.ts'
import { staffSearch } from './staff-search/feature.ts'
import { staking } from './staking/feature.ts'
import { support } from './support/feature.ts'
import { transactions } from './transactions/feature.ts'
import { userManagement } from './user-management/feature.ts'
import { withdrawals } from './withdrawals/feature.ts'

/** Every feature of the app: a new one is added here and nowhere else. */
export const FEATURES: readonly Feature[] = [
  about,
  account,
  activity,
  adjustments,
  analytics,
  audit,
  conversions,
  dashboard,
  depositAddresses,
  deposits,
  futures,
  home,
  identity,
  install,
  kyc,
  loans,
  portfolio,
  prices,
  reconciliation,
  reserves,
  results,
  secondFactorResets,
  signedLog,
  spotOrders,
  staffSearch,
  staking,
  support,
  transactions,
  userManagement,
  withdrawals,
  reviews,
]
