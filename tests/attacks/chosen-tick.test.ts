import { expect, test } from 'vitest'
import { oneAtATime } from '#server/events/one-at-a-time.ts'
import { approvalsGuard } from '#server/facts/staff-approvals.ts'
import { confirmConversion, quoteConversion } from '#shared/contract/conversions.ts'
import { listTrades } from '#shared/contract/spot-orders.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { expectSoundLedger } from '#tests/api/support/ledger.ts'
import { silence } from '#tests/api/support/silence.ts'
import { countSlowCommands } from '#tests/api/support/slow-commands.ts'
import { openSpotMarket } from '#tests/api/support/spot-orders.ts'
import { fund, newUser } from '#tests/api/support/traders.ts'

const testApp = await openTestApp()
const { market, services } = testApp
const { admin, place, approve, becomes } = await openSpotMarket(testApp)

/** Records two prices in a silent market, so that the second one is current. */
async function record(first: string, second: string): Promise<void> {
  market.set('BTC', first)
  market.speakAgain()
  await becomes(first)
  await becomes(second)
}

test('a delayed approval executes at the first price after it was sent', async () => {
  const buyer = await newUser(testApp)
  await fund(testApp, buyer, 'USDT', '10000')
  const { body: order } = await place({ symbol: 'BTC/USDT', side: 'buy', amount: '0.1' }, buyer)
  await silence(testApp)
  const turn = Promise.withResolvers<void>()
  const earlier = oneAtATime([approvalsGuard(admin.userId)], () => turn.promise)
  const approving = approve(order.id)
  await expect.poll(() => countSlowCommands(testApp)).toBe(1)
  await record('50100', '50200')
  turn.resolve()
  await earlier
  expect((await approving).status).toBe(200)
  const [trade] = await buyer.client.call(listTrades, { params: { userId: buyer.userId } })
  expect(trade?.executedPrice).toBe('50100')
  await expectSoundLedger(testApp)
})

test('a delayed confirmation is decided by the first price after it was sent', async () => {
  await becomes('50000')
  const user = await newUser(testApp)
  await fund(testApp, user, 'USDT', '10000')
  const asked = { from: 'USDT', to: 'BTC', amount: '300' }
  const { body: quote } = await user.client.send(quoteConversion, { body: asked })
  await silence(testApp)
  const blocker = await services.pool.connect()
  await blocker.query('begin; lock table conversion_quote in access exclusive mode')
  const confirming = user.client.send(confirmConversion, { body: { quote: quote.id } })
  await expect.poll(() => countSlowCommands(testApp)).toBe(1)
  await record('50050', '50060')
  await blocker.query('commit')
  blocker.release()
  expect((await confirming).status).toBe(200)
  const { rows } = await services.pool.query<{ price: string }>(
    `select data #>> '{confirmed,toTick,price}' as price from event where stream = $1`,
    [`conversion-${quote.id}`],
  )
  expect(rows).toEqual([{ price: '50050' }])
  await expectSoundLedger(testApp)
})
