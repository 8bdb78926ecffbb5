import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AuthSession } from '#shared/contract/auth.ts'
import { submitFutures } from '#shared/contract/futures.ts'
import { listSavedAddresses } from '#shared/contract/saved-addresses.ts'
import { type Browser, openBrowser } from './support/browser.ts'
import { signedInDevice } from './support/device.ts'
import { type LoopbackServer, startLoopbackServer, userOf } from './support/loopback-server.ts'
import { OTHER_USER, USER } from './support/submissions.ts'

/** The server's response to a log-in. */
const sessionOf = (userId: string) =>
  ({
    access_token: `token of ${userId}`.padEnd(40),
    refresh_token: null,
    expires_in: 900,
    expires_at: 0,
    token_type: 'bearer',
    user: userOf(userId),
  }) as AuthSession

describe('a submission of the previous user', () => {
  const device = signedInDevice()
  const trade = { symbol: 'BTC/USDT', side: 'long', duration: 60, profitRatio: 15 } as const
  const body = { ...trade, amount: '100', seenPrice: '60000.01' }
  const logInAsOther = () => {
    device.tab.token.dropGrant()
    device.server.signedIn = userOf(OTHER_USER)
    device.tab.token.holdGrant(sessionOf(OTHER_USER))
  }

  it('is not retried as the next user, and its outcome stays unknown', async () => {
    await device.tab.token.validGrant()
    device.server.mishaps.push('lose')
    const submission = await device.tab.submit(submitFutures, { body })
    await expect.poll(() => device.server.effects.length).toBe(1)
    logInAsOther()
    expect(await submission.news).toMatchObject({
      state: 'refused',
      failure: { code: 'outcome.unknown' },
    })
    expect(device.server.effects.map(({ userId }) => userId)).toEqual([USER])
  })

  it('is not sent with the token of the next user after its own is refused', async () => {
    await device.tab.token.validGrant()
    const expired = { code: 'session.expired', error: 'Expired', message: 'Log in again.' }
    device.server.mishaps.push({ status: 401, body: expired })
    // In another tab: the cookie for requesting a new token is now the other user's.
    device.server.signedIn = userOf(OTHER_USER)
    const submission = await device.tab.submit(submitFutures, { body })
    expect(await submission.news).toMatchObject({
      state: 'refused',
      failure: { code: 'session.changed' },
    })
    expect(device.server.mishaps).toEqual([])
    expect(device.server.effects).toEqual([])
  })
})

describe('responses for the previous user', () => {
  let server: LoopbackServer
  let browser: Browser
  beforeEach(async () => {
    server = await startLoopbackServer()
    browser = openBrowser(server.url)
    vi.resetModules()
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await browser.close()
    await server.close()
  })

  it('are gone after the log-out, even if the database of the device never responds', async () => {
    server.signedIn = userOf(USER)
    vi.spyOn(indexedDB, 'open').mockImplementation(() => new EventTarget() as never)
    const { runData } = await import('#pwa/data/run.ts')
    const { queryClient, queryKeyOf } = await import('#pwa/data/queries.ts')
    const { dropGrant, holdGrant } = await import('#pwa/data/access-token.ts')
    runData({} as never)
    holdGrant(sessionOf(USER))
    const key = queryKeyOf(listSavedAddresses, {})
    queryClient.setQueryData(key, [])
    dropGrant()
    expect(queryClient.getQueryData(key)).toBeUndefined()
  })
})
