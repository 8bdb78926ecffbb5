import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { confirmConversion, quoteConversion } from '#shared/contract/conversions.ts'
import { parseUnits } from '#shared/money.ts'
import { openTestApp } from '../api/support/app.ts'
import { holdings } from '../api/support/ledger.ts'
import { fund, newUser, type Person } from '../api/support/traders.ts'

const testApp = await openTestApp()
const { market } = testApp

const ask = async (by: Person, from: string, to: string, amount: string) =>
  (await by.client.send(quoteConversion, { body: { from, to, amount } })).body
const confirm = (by: Person, quote: string) =>
  by.client.send(confirmConversion, { body: { quote } })

async function holder(amounts: Readonly<Record<string, string>>): Promise<Person> {
  const person = await newUser(testApp)
  for (const [symbol, amount] of Object.entries(amounts)) {
    await fund(testApp, person, symbol, amount)
  }
  return person
}

const priced = async (symbol: string, price: string) => {
  market.set(symbol, price)
  await expect.poll(() => testApp.services.prices.current(symbol)?.price).toBe(price)
}

describe('conversions as free options', () => {
  test('a customer cannot profit by confirming only the quotes that moved in their favour', async () => {
    const player = await holder({ USDT: '50000' })
    await priced('BTC', '60000')
    const { id } = await ask(player, 'USDT', 'BTC', '30000')
    await priced('BTC', '60300')
    const { status, body } = await confirm(player, id)
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'price.moved' })
    expect(await holdings(testApp, player)).toEqual({ USDT: '50000 + 0' })
  })

  test('a customer cannot convert at a price that differs from other markets', async () => {
    const player = await holder({ USDT: '50000' })
    await priced('BTC', '60000')
    market.fallSilent()
    const { id } = await ask(player, 'USDT', 'BTC', '30000')
    const confirmed = confirm(player, id)
    expect(await Promise.race([confirmed, sleep(500, 'waiting')])).toBe('waiting')
    market.set('BTC', '60600')
    market.speakAgain()
    const { status, body } = await confirmed
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'price.moved' })
    expect(await holdings(testApp, player)).toEqual({ USDT: '50000 + 0' })
    await priced('BTC', '60000')
  })

  test('a customer cannot hold a quote for each direction and use the better one', async () => {
    const player = await holder({ USDT: '50000', BTC: '1' })
    await priced('BTC', '60000')
    const buy = await ask(player, 'USDT', 'BTC', '30000')
    await ask(player, 'BTC', 'USDT', '0.5')
    expect((await confirm(player, buy.id)).body.code).toBe('convert.quote_unknown')
  })

  test('converting in both directions at once costs the spread twice', async () => {
    const player = await holder({ USDT: '10000' })
    await priced('ETH', '2500')
    const there = await confirm(player, (await ask(player, 'USDT', 'ETH', '10000')).id)
    const quote = await ask(player, 'ETH', 'USDT', there.body.received)
    const back = await confirm(player, quote.id)
    expect(parseUnits(back.body.received)).toBeLessThanOrEqual(parseUnits('9900.25'))
  })

  test('a customer cannot convert more at once than the limit', async () => {
    const player = await holder({ USDT: '500000' })
    expect((await ask(player, 'USDT', 'BTC', '500000')).code).toBe('convert.above_quote_limit')
  })

  test('a customer cannot exceed the daily limit, not even with two confirmations at once', async () => {
    const player = await holder({ USDT: '1000000' })
    const confirmed: Promise<{ status: number }>[] = []
    for (let count = 0; count < 8; count += 1) {
      const { id } = await ask(player, 'USDT', 'BTC', '50000')
      if (id) confirmed.push(confirm(player, id))
      if (count % 2 === 1) await Promise.all(confirmed)
    }
    const responses = await Promise.all(confirmed)
    const { USDT } = await holdings(testApp, player)
    expect(responses.some(({ status }) => status === 200)).toBe(true)
    expect(parseUnits(USDT?.split(' ')[0] ?? '0')).toBeGreaterThanOrEqual(parseUnits('750000'))
  })
})

describe('stablecoins that have lost their peg', () => {
  test('a customer cannot convert a stablecoin that has fallen into one that has not', async () => {
    const player = await holder({ USDC: '10000' })
    await priced('USDC', '0.98')
    expect((await ask(player, 'USDC', 'USDT', '10000')).code).toBe('convert.stablecoins_halted')
    expect((await ask(player, 'USDC', 'DAI', '10000')).code).toBe('convert.stablecoins_halted')
    const { received } = await ask(player, 'USDC', 'ETH', '1000')
    expect(parseUnits(received)).toBeLessThanOrEqual(parseUnits('0.392'))
  })
})
