import { adjustments } from './features/adjustments.ts'
import { conversions } from './features/conversions.ts'
import { deposits } from './features/deposits.ts'
import { futures } from './features/futures.ts'
import { loans } from './features/loans.ts'
import { portfolioAdjustments } from './features/portfolio-adjustments.ts'
import { spotOrders } from './features/spot-orders.ts'
import { staking } from './features/staking.ts'
import { withdrawals } from './features/withdrawals.ts'
import type { MoneyFeature } from './money-feature.ts'

/** Every feature that moves money. A new one adds a file and a line here. */
export const MONEY_FEATURES: Readonly<Record<string, MoneyFeature>> = {
  adjustments,
  conversions,
  deposits,
  futures,
  loans,
  portfolioAdjustments,
  spotOrders,
  staking,
  withdrawals,
}
