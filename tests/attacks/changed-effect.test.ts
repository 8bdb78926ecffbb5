import { beforeAll, describe, expect, test } from 'vitest'
import { reviewWithdrawal, submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { expectSoundLedger, holdings } from '#tests/api/support/ledger.ts'
import { fund, newAdmin, newUser, type Person } from '#tests/api/support/traders.ts'

// With the default limit of 25,000 USD.
const world = await openTestApp()
const { market, services } = world
const WALLET = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

let reviewer: Person

beforeAll(async () => {
  reviewer = await newAdmin(world)
  await newAdmin(world)
})

const priced = async (price: string) => {
  market.set('BTC', price)
  await expect.poll(() => services.prices.current('BTC')?.price).toBe(price)
}

/** A withdrawal of 0.4 BTC: 24,000 USD at 60,000. */
async function request() {
  const owner = await newUser(world)
  await fund(world, owner, 'BTC', '0.4')
  const body = { symbol: 'BTC', amount: '0.4', walletAddress: WALLET } as const
  const { id } = (await owner.client.call(submitWithdrawal, { body })).request
  return { owner, id }
}

async function approve(id: string, takesEffect?: boolean) {
  const body = { action: 'approve', ...(takesEffect === undefined ? {} : { takesEffect }) } as const
  const response = await reviewer.client.send(reviewWithdrawal, { params: { id }, body })
  return response.body.code ?? (response.body.awaits_second_approval ? 'first' : response.status)
}

describe('coins are not sent twice when the limit is exceeded while they are being sent', () => {
  test('an approval meant to take effect is refused if it would only count as the first', async () => {
    await priced('60000')
    const { owner, id } = await request()
    await priced('65000')
    expect(await approve(id, true)).toBe('review.effect_changed')
    expect(await approve(id, false)).toBe('first')
    expect(await holdings(world, owner)).toEqual({ BTC: '0 + 0.4' })
  })

  test('an approval meant as the first of two is refused if it would take effect', async () => {
    await priced('65000')
    const { owner, id } = await request()
    await priced('60000')
    expect(await approve(id, false)).toBe('review.effect_changed')
    expect(await holdings(world, owner)).toEqual({ BTC: '0 + 0.4' })
    expect(await approve(id, true)).toBe(200)
    expect(await holdings(world, owner)).toEqual({ BTC: '0 + 0' })
  })

  test('an approval that states no expected effect is decided as before', async () => {
    await priced('60000')
    const { id } = await request()
    expect(await approve(id)).toBe(200)
    await expectSoundLedger(world)
  })
})
