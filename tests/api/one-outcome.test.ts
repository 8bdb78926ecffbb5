import { expect, onTestFinished, test } from 'vitest'
import { confirmConversion, quoteConversion } from '#shared/contract/conversions.ts'
import { QUOTE_VALID_MS } from '#shared/rules/conversions.ts'
import { SECOND_MS } from '#shared/time.ts'
import { openTestApp, openTestServer } from './support/app.ts'
import { expectSoundLedger, holdings } from './support/ledger.ts'
import { silence } from './support/silence.ts'
import { countSlowCommands } from './support/slow-commands.ts'
import { fund, newUser, type Person, renewed } from './support/traders.ts'

const testApp = await openTestApp()
const { clock, market, services, database } = testApp

const UNTOUCHED = { USDT: '1000 + 0' }
const CONVERTED = { USDT: '700 + 0', BTC: '0.004975 + 0' }

/** A user whose quote is five seconds old, in a silent market. */
async function quoted() {
  const user = await newUser(testApp)
  await fund(testApp, user, 'USDT', '1000')
  const asked = { from: 'USDT', to: 'BTC', amount: '300' }
  const { body: quote } = await user.client.send(quoteConversion, { body: asked })
  await silence(testApp)
  onTestFinished(() => market.speakAgain())
  clock.advance(5 * SECOND_MS)
  const key = crypto.randomUUID()
  const confirm = ({ client }: Pick<Person, 'client'> = user) =>
    client.send(confirmConversion, { body: { quote: quote.id }, key })
  return { user, confirm }
}

test('a confirmation without a next price is refused in time, and nothing happens afterwards', async () => {
  const { user, confirm } = await quoted()
  const first = await confirm()
  expect([first.status, first.body.code]).toEqual([503, 'convert.awaiting_price'])
  clock.advance(QUOTE_VALID_MS)
  expect((await confirm()).body.code).toBe('convert.quote_expired')
  const last = services.prices.current('BTC')?.id
  market.speakAgain()
  await expect.poll(() => services.prices.current('BTC')?.id).not.toBe(last)
  expect(await holdings(testApp, user)).toEqual(UNTOUCHED)
  await expectSoundLedger(testApp)
})

test('a retry is decided after the previous attempt', async () => {
  const { user, confirm } = await quoted()
  const first = confirm()
  await expect.poll(() => countSlowCommands(testApp)).toBe(1)
  clock.advance(QUOTE_VALID_MS)
  const second = confirm()
  market.speakAgain()
  const responses = await Promise.all([first, second])
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  expect(responses[1]?.body).toEqual(responses[0]?.body)
  expect(await holdings(testApp, user)).toEqual(CONVERTED)
  await expectSoundLedger(testApp)
})

test('a retry on another server is not refused while the previous attempt is still running', async () => {
  const other = await openTestServer(database, { clock, priceSource: market })
  onTestFinished(() => other.stop())
  const { user, confirm } = await quoted()
  const elsewhere = await renewed(other, user)
  const first = confirm()
  await expect.poll(() => countSlowCommands(testApp)).toBe(1)
  clock.advance(QUOTE_VALID_MS)
  const second = await confirm(elsewhere)
  expect([second.status, second.body.code]).toEqual([504, 'outcome.unknown'])
  market.speakAgain()
  expect((await first).status).toBe(200)
  expect((await confirm(elsewhere)).body).toEqual((await first).body)
  expect(await holdings(testApp, user)).toEqual(CONVERTED)
  await expect.poll(() => countSlowCommands(testApp)).toBe(0)
  await expectSoundLedger(testApp)
})
