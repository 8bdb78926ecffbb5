import { describe, expect, it } from 'vitest'
import { keepWatchedTrades, recallWatchedTrades } from '#pwa/stores/watched-trades.ts'
import { signedInDevice } from './support/device.ts'
import { userOf } from './support/loopback-server.ts'
import { depositEntry, OTHER_USER, USER } from './support/submissions.ts'

const device = signedInDevice()

const HOUR_MS = 3_600_000

const stateOf = async (id: string) => (await device.tab.queue.findEntry(id))?.state

async function queued(change?: Parameters<typeof depositEntry>[0]): Promise<string> {
  const entry = depositEntry(change)
  await device.tab.queue.enqueue(entry)
  return entry.id
}

describe('the user of a submission', () => {
  it('gets a new token when the old one expires, and the submission is sent', async () => {
    await device.tab.token.validGrant()
    device.server.expireTokens()
    const id = await queued()
    await device.tab.sender.flushOutbox()
    expect(await stateOf(id)).toBe('done')
    expect(device.server.effects).toHaveLength(1)
  })

  it('keeps submissions after the session ends until the next login', async () => {
    device.server.signedIn = undefined
    const id = await queued()
    await device.tab.sender.flushOutbox()
    expect(await stateOf(id)).toBe('waiting')
    device.server.signedIn = userOf(USER)
    await device.tab.sender.flushOutbox(true)
    expect(await stateOf(id)).toBe('done')
  })

  it('is the only user in whose session it is sent', async () => {
    const mine = await queued()
    const theirs = await queued({ userId: OTHER_USER })
    device.server.signedIn = userOf(OTHER_USER)
    // The cookie is the other user's, although this device still remembers the first one.
    await device.tab.sender.flushOutbox(true)
    expect(device.server.tries).toHaveLength(0)
    await device.tab.local.setActiveUser(OTHER_USER)
    await device.tab.sender.flushOutbox(true)
    expect(device.server.effects.map((write) => write.key)).toEqual([theirs])
    expect(await stateOf(mine)).toBe('waiting')
  })

  it('must replace a password that staff set, and then it is sent with its files', async () => {
    const body = { code: 'password.chosen_by_staff', error: 'x', message: 'y' }
    device.server.mishaps.push(...Array.from({ length: 9 }, () => ({ status: 403, body })))
    const user = { userId: USER, role: 'user', displayName: 'Demo User', displayId: 'X' } as const
    device.tab.sessionStore.setState({
      status: 'signed-in',
      user: { ...user, mustChangePassword: true },
    })
    const [first, second] = [await queued(), await queued()]
    device.stops.push(device.tab.start.startOutbox(USER))
    await expect
      .poll(async () => (await device.tab.queue.findEntry(first))?.failure?.status)
      .toBe(403)
    expect([await stateOf(first), await stateOf(second)]).toEqual(['waiting', 'waiting'])
    expect((await device.tab.queue.findEntry(second))?.tries).toBe(0)
    await device.tab.db.outbox.toCollection().modify({ nextTryAtMs: Date.now() + HOUR_MS })
    device.server.mishaps.length = 0
    device.tab.sessionStore.setState({ user })
    await expect.poll(() => device.server.effects.map(({ key }) => key)).toEqual([first, second])
    expect(device.server.effects[0]?.body).toContain('filename="proof.jpg"')
  })

  it('must be signed in for it to be sent', async () => {
    await queued()
    await device.tab.local.forgetScreens(USER)
    await device.tab.sender.flushOutbox(true)
    expect(device.server.counts.refresh).toBe(0)
    expect(device.server.tries).toHaveLength(0)
  })
})

describe('the running trades that a device watches', () => {
  it('are known only to the user, and forgotten when they leave', async () => {
    keepWatchedTrades({ userId: USER, ids: ['trade'] })
    expect(recallWatchedTrades(USER)).toEqual(['trade'])
    expect(recallWatchedTrades(OTHER_USER)).toEqual([])
    await device.tab.local.forgetScreens(USER)
    expect(recallWatchedTrades(USER)).toEqual([])
  })
})
