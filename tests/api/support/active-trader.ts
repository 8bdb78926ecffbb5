import { approveOrder, cancelTrade, placeTrade } from '#shared/contract/spot-orders.ts'
import { openStake } from '#shared/contract/staking.ts'
import type { TestApp } from './app.ts'
import { fund, newAdmin, newUser, type Person } from './traders.ts'

export const limitBuy = (by: Person, amount = '0.001') =>
  by.client.call(placeTrade, {
    body: { symbol: 'BTC/USDT', side: 'buy', type: 'limit', amount, price: '50000' },
  })

/** A user with money, an active stake, an executed order and a cancelled one. */
export async function activeTrader(testApp: TestApp) {
  const user = await newUser(testApp)
  const admin = await newAdmin(testApp)
  await fund(testApp, user, 'USDT', '5000')
  await user.client.call(openStake, { body: { amount: '1000', duration: 5 } })
  const executed = await limitBuy(user)
  await admin.client.call(approveOrder, { params: { id: executed.id } })
  const cancelled = await limitBuy(user)
  await user.client.call(cancelTrade, { params: { id: cancelled.id } })
  return { user, admin, executed }
}
