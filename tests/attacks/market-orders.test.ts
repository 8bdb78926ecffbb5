import { beforeAll, beforeEach, expect, test } from 'vitest'
import { approveOrder, cancelTrade, placeTrade } from '#shared/contract/spot-orders.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { untilPriceAwaited } from '#tests/api/support/awaiting-price.ts'
import { expectSoundLedger, holdings } from '#tests/api/support/ledger.ts'
import { bitcoinBecomes } from '#tests/api/support/market-price.ts'
import { fund, newAdmin, newUser, type Person } from '#tests/api/support/traders.ts'

const testApp = await openTestApp()
const { market } = testApp

let admin: Person
let player: Person

beforeAll(async () => {
  admin = await newAdmin(testApp)
})

beforeEach(async () => {
  await bitcoinBecomes(testApp, '60000')
  player = await newUser(testApp)
  await fund(testApp, player, 'USDT', '6000')
})

async function buy(): Promise<string> {
  const body = { symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: '0.1' } as const
  return (await player.client.call(placeTrade, { body })).id
}

const approve = (id: string) => admin.client.send(approveOrder, { params: { id } })
const cancel = (id: string) => player.client.send(cancelTrade, { params: { id } })

test('a customer who cancels orders unless their quote becomes favourable does not get that quote', async () => {
  const id = await buy()
  await bitcoinBecomes(testApp, '61000')
  expect((await approve(id)).status).toBe(200)
  // 6,000 USDT buy 0.09836065 BTC at 61,000, and not the 0.1 of the quote.
  expect(await holdings(testApp, player)).toEqual({ USDT: '0.00035 + 0', BTC: '0.09836065 + 0' })
})

test('a customer who watches other markets cannot trade at a price that is outdated there', async () => {
  const id = await buy()
  market.fallSilent()
  const approval = await untilPriceAwaited(testApp, () => approve(id))
  market.set('BTC', '60900')
  market.speakAgain()
  expect((await approval.response).status).toBe(200)
  expect(await holdings(testApp, player)).toEqual({ USDT: '0.000456 + 0', BTC: '0.09852216 + 0' })
  await expectSoundLedger(testApp)
})

test('a customer who cancels while an approval waits for its price gets everything back, once', async () => {
  const id = await buy()
  market.fallSilent()
  const approval = await untilPriceAwaited(testApp, () => approve(id))
  expect((await cancel(id)).status).toBe(200)
  market.speakAgain()
  const { status, body } = await approval.response
  expect([status, body.code]).toEqual([409, 'order.not_pending'])
  expect(await holdings(testApp, player)).toEqual({ USDT: '6000 + 0' })
})

test('an approval executes nothing if the price then leaves the quote', async () => {
  const id = await buy()
  market.fallSilent()
  const approval = await untilPriceAwaited(testApp, () => approve(id))
  market.set('BTC', '61200.01')
  market.speakAgain()
  const { status, body } = await approval.response
  expect([status, body.code]).toEqual([409, 'price.moved'])
  expect(await holdings(testApp, player)).toEqual({ USDT: '0 + 6000' })
})
