import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { afterFullPage } from '#pwa/hooks/paging.ts'
import { contractRoutes } from './support/contract-routes.ts'

test('a full page is followed by one that begins after its last row, a shorter page is the last', () => {
  const next = afterFullPage(2)
  expect(next([{ id: 'newest' }, { id: 'older' }])).toBe('older')
  expect(next([{ id: 'oldest' }])).toBeNull()
  expect(next([])).toBeNull()
})

/** Lists that are always complete: one row per asset, or short for other reasons. */
const WHOLE = [
  '/api/admin/deposit-addresses/:assetSymbol/history',
  '/api/auth/passkeys',
  '/api/auth/sessions',
  '/api/crypto/prices',
  '/api/portfolio/:userId',
  '/api/portfolio/:userId/day-ago',
  '/api/portfolio/:userId/holds/sum',
  '/api/push/subscriptions',
  '/api/saved-addresses',
]

test('every unbounded list is read page by page', async () => {
  const lists = (await contractRoutes()).filter(
    ({ method, response }) => method === 'GET' && response instanceof z.ZodMiniArray,
  )
  const cut = lists
    .filter(({ query }) => !(query instanceof z.ZodMiniObject && 'before' in query.shape))
    .map(({ path }) => path)
  expect(lists.length).toBeGreaterThan(WHOLE.length + 10)
  const whatToDo = 'give its query pageFields and read it by listAsked, or name it in WHOLE'
  expect(cut.toSorted(), whatToDo).toEqual(WHOLE)
})
