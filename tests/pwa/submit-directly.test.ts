import { beforeEach, describe, expect, it } from 'vitest'
import { confirmConversion } from '#shared/contract/conversions.ts'
import { submitFutures } from '#shared/contract/futures.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { signedInDevice } from './support/device.ts'
import { userOf } from './support/loopback-server.ts'
import { OTHER_USER, USER } from './support/submissions.ts'

const device = signedInDevice()

beforeEach(() => {
  device.stops.push(device.tab.start.startOutbox(USER))
})

const market = {
  body: { symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: '0.1', price: '20000' },
} as const

describe('a submission that depends on the price', () => {
  it('is refused offline and not stored', async () => {
    device.browser.setNetwork('off')
    const submission = await device.tab.submit(placeTrade, market, { whenOffline: 'refuse' })
    expect(await submission.news).toMatchObject({
      state: 'refused',
      failure: { code: 'offline.refused' },
    })
    expect(await device.tab.queue.countUnsent(USER)).toBe(0)
  })

  it('has one effect when its response is lost', async () => {
    device.server.mishaps.push('lose')
    const submission = await device.tab.submit(placeTrade, market, { whenOffline: 'refuse' })
    expect(await submission.news).toMatchObject({ state: 'done' })
    expect(device.server.tries).toHaveLength(2)
    expect(device.server.effects).toHaveLength(1)
  })

  it('has one effect when a proxy responds instead of the server', async () => {
    device.server.mishaps.push('replace', 'replace', 'replace')
    const first = await device.tab.submit(placeTrade, market, { whenOffline: 'refuse' })
    expect(await first.news).toMatchObject({ failure: { code: 'outcome.unknown' } })
    const second = await device.tab.submit(placeTrade, market, { whenOffline: 'refuse' })
    expect(await second.news).toMatchObject({ state: 'done' })
    expect(device.server.effects).toHaveLength(1)
  })

  it('is sent again, as late as the server asks, when the server is busy', async () => {
    const body = { code: 'busy.try_later', error: 'Busy', message: 'later' }
    device.server.mishaps.push({ status: 503, body, headers: { 'retry-after': '1' } })
    const submission = await device.tab.submit(placeTrade, market, { whenOffline: 'refuse' })
    expect(await submission.news).toMatchObject({ state: 'done' })
    expect(device.server.effects).toHaveLength(1)
  })

  it.each([
    ['a proxy', { status: 503 }, 'outcome.unknown'],
    [
      'a busy server',
      { status: 503, body: { code: 'busy.try_later', error: 'Busy', message: '' } },
      'busy.try_later',
    ],
  ])('does not wait if %s asks for an hour', async (_, response, code) => {
    device.server.mishaps.push({ ...response, headers: { 'retry-after': '3600' } })
    const submission = await device.tab.submit(placeTrade, market, { whenOffline: 'refuse' })
    expect(await submission.news).toMatchObject({ failure: { code } })
    expect(device.server.effects).toHaveLength(0)
  })

  it('keeps its key when the user presses the button again before a response', async () => {
    device.server.mishaps.push('lose', 'lose', 'lose')
    const first = await device.tab.submit(placeTrade, market, { whenOffline: 'refuse' })
    expect(await first.news).toMatchObject({ failure: { code: 'outcome.unknown' } })
    const second = await device.tab.submit(placeTrade, market, { whenOffline: 'refuse' })
    expect(await second.news).toMatchObject({ state: 'done' })
    expect(device.server.effects).toHaveLength(1)
    const third = await device.tab.submit(placeTrade, market, { whenOffline: 'refuse' })
    await third.news
    expect(device.server.effects).toHaveLength(2)
  })
})

describe('a submission whose response was lost, submitted again at another price', () => {
  const submit = async (amount: string, seenPrice: string) => {
    const terms = { symbol: 'BTC/USDT', side: 'long', duration: 60, profitRatio: 15 } as const
    const submission = await device.tab.submit(submitFutures, {
      body: { ...terms, amount, seenPrice },
    })
    return submission.news
  }
  const refusal = {
    status: 409,
    body: { code: 'futures.price_moved', error: 'Moved', message: '' },
  }
  const unknown = { state: 'refused', failure: { code: 'outcome.unknown' } }

  it('has one effect, and returns the response that was lost', async () => {
    device.server.mishaps.push('lose', 'drop', 'drop')
    expect(await submit('100', '60000.01')).toMatchObject(unknown)
    expect(await submit('100', '60000.02')).toMatchObject({ state: 'done' })
    expect(device.server.effects.map(({ body }) => JSON.parse(body).seenPrice)).toEqual([
      '60000.01',
    ])
    expect(await submit('100', '60000.03')).toMatchObject({ state: 'done' })
    expect(device.server.effects).toHaveLength(2)
  })

  it('is sent with the new price, under the same key, if the first had no effect', async () => {
    device.server.mishaps.push('drop', 'drop', 'drop', refusal)
    expect(await submit('100', '60000.01')).toMatchObject(unknown)
    expect(await submit('100', '60000.02')).toMatchObject({ state: 'done' })
    expect(device.server.effects.map(({ body }) => JSON.parse(body).seenPrice)).toEqual([
      '60000.02',
    ])
    expect(new Set(device.server.tries.map(({ key }) => key)).size).toBe(1)
  })

  it('stays unknown while there is no response', async () => {
    device.server.mishaps.push('lose', 'drop', 'drop', 'drop', 'drop', 'drop')
    expect(await submit('100', '60000.01')).toMatchObject(unknown)
    expect(await submit('100', '60000.02')).toMatchObject(unknown)
    expect(await submit('100', '60000.03')).toMatchObject({ state: 'done' })
    expect(device.server.effects).toHaveLength(1)
  })

  it.each([
    ['an older server, which does not know the route', 404, 'route.unknown'],
    ['a server that asks for a new session', 401, 'session.required'],
    ['a server that has no room', 503, 'busy.try_later'],
    ['a server that asks who acts', 403, 'step_up.required'],
    ['a proxy', 403, 'http'],
  ])('stays unknown after the response of %s', async (_, status, code) => {
    const unhandled = { status, body: { code, error: 'Error', message: '' } }
    device.server.mishaps.push('lose', ...Array(4).fill(unhandled))
    expect(await submit('100', '60000.01')).toMatchObject(unknown)
    device.server.mishaps.splice(0)
    device.server.mishaps.push(...Array(4).fill(unhandled))
    expect(await submit('100', '60000.02')).toMatchObject(unknown)
    device.server.mishaps.splice(0)
    expect(await submit('100', '60000.03')).toMatchObject({ state: 'done' })
    expect(device.server.effects).toHaveLength(1)
  })

  it('with another amount is a new submission', async () => {
    device.server.mishaps.push('lose', 'drop', 'drop')
    expect(await submit('100', '60000.01')).toMatchObject(unknown)
    expect(await submit('50', '60000.02')).toMatchObject({ state: 'done' })
    expect(device.server.effects).toHaveLength(2)
  })

  it('by another user is a new submission', async () => {
    device.server.mishaps.push('lose', 'drop', 'drop')
    expect(await submit('100', '60000.01')).toMatchObject(unknown)
    const { user } = device.tab.sessionStore.getState()
    if (user) device.tab.sessionStore.setState({ user: { ...user, userId: OTHER_USER } })
    device.tab.token.dropGrant()
    device.server.signedIn = userOf(OTHER_USER)
    await submit('100', '60000.01')
    expect(new Set(device.server.tries.map(({ key }) => key)).size).toBe(2)
  })

  it('is also found for market orders and conversions', async () => {
    const buy = (priceId: string) => {
      const { price: _, ...body } = market.body
      const input = { body: { ...body, priceId } }
      return device.tab.submit(placeTrade, input, { whenOffline: 'refuse' })
    }
    const again = () => convert({ from: 'USDT', to: 'BTC', amount: '2' })
    for (const send of [buy, again]) {
      device.server.mishaps.push('lose', 'drop', 'drop')
      expect(await (await send('1')).news).toMatchObject(unknown)
      expect(await (await send('2')).news).toMatchObject({ state: 'done', isEarlier: true })
    }
    expect(device.server.effects).toHaveLength(2)
  })

  it('is not taken for a conversion of other assets or another amount', async () => {
    const wanted = { from: 'USDT', to: 'BTC', amount: '2' }
    device.server.mishaps.push('lose', 'drop', 'drop')
    expect(await (await convert(wanted)).news).toMatchObject(unknown)
    for (const other of [
      { ...wanted, amount: '3' },
      { from: 'BTC', to: 'ETH', amount: '2' },
    ]) {
      const result = await (await convert(other)).news
      expect([result.state, 'isEarlier' in result]).toEqual(['done', false])
    }
    expect(device.server.effects).toHaveLength(3)
  })

  function convert(wants: { from: string; to: string; amount: string }) {
    const body = { quote: crypto.randomUUID() }
    return device.tab.submit(confirmConversion, { body }, { wants })
  }
})
