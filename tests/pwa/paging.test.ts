import { expect, test } from 'vitest'
import { afterFullPage } from '#pwa/hooks/paging.ts'

test('a full page is followed by one that begins after its last row, a shorter one by none', () => {
  const next = afterFullPage(2)
  expect(next([{ id: 'newest' }, { id: 'older' }])).toBe('older')
  expect(next([{ id: 'oldest' }])).toBeNull()
  expect(next([])).toBeNull()
})
