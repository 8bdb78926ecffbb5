import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listActivity } from '#shared/contract/activity.ts'
import { LIABILITY_PROOF_KINDS, type LiabilityProof } from '#shared/contract/liabilities.ts'
import { type Browser, openBrowser } from './support/browser.ts'

/** An address without a server. */
const UNREACHABLE = 'http://127.0.0.1:9'
const USER = '11111111-1111-4111-8111-111111111111'
const STATEMENT = '22222222-2222-4222-8222-222222222222'

let browser: Browser

beforeEach(() => {
  browser = openBrowser(UNREACHABLE)
})
afterEach(() => browser.close())

function proofOf(kind: string): LiabilityProof {
  return {
    kind: kind as LiabilityProof['kind'],
    user_id: USER,
    secret: '',
    statement_id: STATEMENT,
    position: '12',
    event_position: '13',
    assets: [],
  }
}

it('reports no fault in a proof that only a newer app can check', async () => {
  const { checkLiabilities } = await import('#pwa/data/liability-check/check.ts')
  const { db } = await import('#pwa/data/db.ts')
  const proof = proofOf('keel-liabilities-proof/9')
  await expect(checkLiabilities(USER, proof)).rejects.toThrow('keel-liabilities-proof/9')
  expect(await db.liabilityChecks.count()).toBe(0)
})

describe('a user who leaves', () => {
  const PROOF = { event: { type: 'none' } }
  const ACTIVITY = { lines: [{ position: '3', symbol: 'USDT', amount: '5' }], next: null }
  const [KIND = ''] = Object.values(LIABILITY_PROOF_KINDS)

  afterEach(() => {
    vi.doUnmock('#pwa/data/log-witness/verify-proof.ts')
    vi.doUnmock('#pwa/data/api-client.ts')
  })

  /** A tab whose check waits, until `held` is resolved, for the activity of its user. */
  async function openTab() {
    vi.doMock('#pwa/data/log-witness/verify-proof.ts', () => ({
      verifyProof: async () => ({ checks: {}, fit: 'unknown' }),
    }))
    const held = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    vi.doMock('#pwa/data/api-client.ts', () => ({
      call: async ({ path }: { path: string }) => {
        if (path !== listActivity.path) return PROOF
        reached.resolve()
        await held.promise
        return ACTIVITY
      },
    }))
    const tab = await browser.openTab()
    const { checkLiabilities } = await import('#pwa/data/liability-check/check.ts')
    await tab.local.setActiveUser(USER)
    return { tab, check: () => checkLiabilities(USER, proofOf(KIND)), reached, held }
  }

  it('leaves no balances on the device', async () => {
    const { tab, check, held } = await openTab()
    held.resolve()
    await check()
    expect(await tab.db.ownBalances.count()).toBe(1)
    expect(await tab.db.liabilityChecks.count()).toBe(1)
    await tab.local.forgetUser(USER)
    expect(await tab.db.ownBalances.count()).toBe(0)
    expect(await tab.db.liabilityChecks.count()).toBe(0)
  })

  it('keeps only a failed check when the session ends without a log-out', async () => {
    const { tab, check, held } = await openTab()
    held.resolve()
    await check()
    expect((await tab.db.liabilityChecks.get(USER))?.outcome).toBe('not_in_log')
    await tab.local.forgetScreens(USER)
    expect(await tab.db.ownBalances.count()).toBe(0)
    expect(await tab.db.liabilityChecks.count()).toBe(1)
    await tab.db.liabilityChecks.update(USER, { outcome: 'counted' })
    await tab.local.forgetScreens(USER)
    expect(await tab.db.liabilityChecks.count()).toBe(0)
  })

  it('does not delete those of another user', async () => {
    const { tab, check, held } = await openTab()
    held.resolve()
    await check()
    await tab.local.forgetUser('another user')
    expect(await tab.db.ownBalances.count()).toBe(1)
    expect(await tab.db.liabilityChecks.count()).toBe(1)
  })

  it('stores no result of a check that was still running', async () => {
    const { tab, check, reached, held } = await openTab()
    const checking = check()
    await reached.promise
    await tab.local.forgetUser(USER)
    held.resolve()
    await expect(checking).rejects.toThrow('the user has left')
    expect(await tab.db.ownBalances.count()).toBe(0)
    expect(await tab.db.liabilityChecks.count()).toBe(0)
  })
})
