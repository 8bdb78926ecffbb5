import { beforeEach, describe, expect, it } from 'vitest'
import { submitFutures } from '#shared/contract/futures.ts'
import { approveOrder, placeTrade } from '#shared/contract/spot-orders.ts'
import type { Tab } from './support/browser.ts'
import { signedInDevice } from './support/device.ts'
import { USER } from './support/submissions.ts'

const device = signedInDevice()

beforeEach(() => {
  device.stops.push(device.tab.start.startOutbox(USER))
})

const market = {
  body: { symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: '0.1', price: '20000' },
} as const

describe('a submission whose response was lost, submitted again in another tab', () => {
  const UNKNOWN = { state: 'refused', failure: { code: 'outcome.unknown' } }
  const trade = { symbol: 'BTC/USDT', side: 'long', duration: 60, profitRatio: 15 } as const
  const submitIn = async ({ submit }: Tab, seenPrice = '60000.01') => {
    const body = { ...trade, amount: '100', seenPrice }
    return await (await submit(submitFutures, { body })).news
  }
  const reopen = async () => {
    const tab = await device.browser.openTab()
    tab.sessionStore.setState(device.tab.sessionStore.getState())
    return tab
  }
  const loseResponse = async () => {
    device.server.mishaps.push('lose', 'drop', 'drop')
    expect(await submitIn(device.tab)).toMatchObject(UNKNOWN)
  }
  const kept = () => device.tab.db.unresolved.toArray()

  it('has one effect, and returns the response that was lost', async () => {
    await loseResponse()
    const tab = await reopen()
    const result = await submitIn(tab, '60000.02')
    expect(result).toMatchObject({ state: 'done', isEarlier: true })
    expect(device.server.effects).toHaveLength(1)
    expect(await kept()).toEqual([])
  })

  it('has one effect if the first tab is still sending it, or was closed while it did', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    device.server.onWrite = () => {
      device.server.onWrite = () => undefined
      arrive()
      return held
    }
    const first = submitIn(device.tab)
    await arrived
    const [row] = await kept()
    expect(await submitIn(await reopen())).toMatchObject({ state: 'done' })
    release()
    await first
    expect(device.server.effects.map(({ key }) => key)).toEqual([row?.id])
  })

  it('is sent with the new price, under the same key, if the first had no effect', async () => {
    device.server.mishaps.push('drop', 'drop', 'drop')
    expect(await submitIn(device.tab)).toMatchObject(UNKNOWN)
    const body = { code: 'futures.price_moved', error: 'Moved', message: '' }
    device.server.mishaps.push({ status: 409, body }, 'lose', 'drop', 'drop')
    expect(await submitIn(await reopen(), '60000.02')).toMatchObject(UNKNOWN)
    expect(await submitIn(await reopen(), '60000.03')).toMatchObject({ isEarlier: true })
    const prices = device.server.effects.map((effect) => JSON.parse(effect.body).seenPrice)
    expect(prices).toEqual(['60000.02'])
  })

  it('is a new submission in the first tab once the other has the outcome', async () => {
    await loseResponse()
    await submitIn(await reopen())
    const result = await submitIn(device.tab)
    expect([result.state, 'isEarlier' in result]).toEqual(['done', false])
    expect(device.server.effects).toHaveLength(2)
  })

  it('is kept encrypted until its user logs out', async () => {
    await loseResponse()
    const [row] = await kept()
    expect(Object.keys(row ?? {}).sort()).toEqual(['id', 'iv', 'sealed', 'userId'])
    expect(Buffer.from(row?.sealed ?? new ArrayBuffer()).includes('BTC')).toBe(false)
    await device.tab.local.forgetUser(USER)
    expect(await kept()).toEqual([])
    await device.tab.local.setActiveUser(USER)
    await submitIn(await reopen())
    expect(device.server.effects).toHaveLength(2)
  })

  it('is not kept after its user has left', async () => {
    await device.tab.local.forgetUser(USER)
    await submitIn(device.tab)
    expect(await kept()).toEqual([])
  })
})

describe('a submission whose response was lost, and that the device does not keep', () => {
  const NOT_KEPT = {
    code: 'outcome.not_kept',
    message: 'We do not know whether this arrived. Check your list before you send it again.',
  }
  const submitMarket = async () => {
    const submission = await device.tab.submit(placeTrade, market, { whenOffline: 'refuse' })
    return await submission.news
  }

  it('does not promise that sending it again is safe', async () => {
    device.tab.db.unresolved.hook('creating', () => {
      throw new DOMException('not in a private window', 'DataCloneError')
    })
    device.server.mishaps.push('lose', 'drop', 'drop')
    expect(await submitMarket()).toMatchObject({ failure: NOT_KEPT })
    expect(await submitMarket()).toMatchObject({ state: 'done', isEarlier: true })
    expect(device.server.effects).toHaveLength(1)
  })

  it('is sent although the database does not respond, and leaves nothing there', async () => {
    const { promise: silent, resolve: respond } = Promise.withResolvers<void>()
    void navigator.locks.request('unresolved', () => silent)
    expect(await submitMarket()).toMatchObject({ state: 'done' })
    respond()
    await navigator.locks.request('unresolved', () => undefined)
    await expect.poll(() => device.tab.db.unresolved.count()).toBe(0)
  })

  it('can be an action that repeats nothing', async () => {
    device.server.mishaps.push('lose', 'drop', 'drop')
    const { news } = await device.tab.submit(approveOrder, { params: { id: USER } })
    expect(await news).toMatchObject({ failure: NOT_KEPT })
    expect(await device.tab.db.unresolved.count()).toBe(0)
  })
})
