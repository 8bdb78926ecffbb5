import { approveOrder, cancelTrade, placeTrade } from '#shared/contract/spot-orders.ts'
import type { TestApp } from './app.ts'
import type { Request } from './client.ts'
import { bitcoinBecomes } from './market-price.ts'
import { fund, newAdmin, newUser, type Person } from './traders.ts'

export type Placement = NonNullable<Request<typeof placeTrade>['body']>

export const limitBuy: Placement = {
  symbol: 'BTC/USDT',
  side: 'buy',
  amount: '0.1',
  price: '50000',
}

/** Bitcoin at 50,000, a member of staff, and a user with money in both assets of the pair. */
export async function openSpotMarket(testApp: TestApp) {
  const admin = await newAdmin(testApp)
  const user = await newUser(testApp)
  await fund(testApp, user, 'USDT', '100000')
  await fund(testApp, user, 'BTC', '2')
  const becomes = (price: string) => bitcoinBecomes(testApp, price)
  await becomes('50000')
  return {
    admin,
    user,
    becomes,
    place: (body: Placement, by = user) => by.client.send(placeTrade, { body }),
    approve: (id: string, by = admin) => by.client.send(approveOrder, { params: { id } }),
    cancel: (id: string, by = user) => by.client.send(cancelTrade, { params: { id } }),
    async richUser(): Promise<Person> {
      const person = await newUser(testApp)
      await fund(testApp, person, 'USDT', '10000')
      return person
    },
  }
}
