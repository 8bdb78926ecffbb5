import { afterEach, beforeEach, expect, it } from 'vitest'
import type { LiabilityProof } from '#shared/contract/liabilities.ts'
import { type Browser, openBrowser } from './support/browser.ts'

/** Nothing answers there. */
const UNREACHABLE = 'http://127.0.0.1:9'
const USER = '11111111-1111-4111-8111-111111111111'
const STATEMENT = '22222222-2222-4222-8222-222222222222'

let browser: Browser

beforeEach(() => {
  browser = openBrowser(UNREACHABLE)
})
afterEach(() => browser.close())

it('finds no fault in a proof that only a newer app can judge', async () => {
  const { checkLiabilities } = await import('#pwa/data/liability-check/check.ts')
  const { db } = await import('#pwa/data/db.ts')
  const proof = {
    kind: 'keel-liabilities-proof/9' as LiabilityProof['kind'],
    user_id: USER,
    secret: '',
    statement_id: STATEMENT,
    position: '12',
    event_position: '13',
    assets: [],
  } satisfies LiabilityProof
  await expect(checkLiabilities(USER, proof)).rejects.toThrow('keel-liabilities-proof/9')
  expect(await db.liabilityChecks.count()).toBe(0)
})
