import { describe, expect, it } from 'vitest'
import { screensOf } from '#pwa/feature.ts'
import { FEATURES } from '#pwa/features/index.ts'
import { OUTSIDE_FRAME, windowToShow } from '#pwa/notification-window.ts'

const at = (...paths: string[]) => paths.map((path) => ({ url: `https://example.com${path}` }))

describe('the window that a click on a notification brings to the front', () => {
  it('is the first one that shows a screen with the frame', () => {
    const windows = at('/admin/users/018f', '/')
    expect(windowToShow(windows)).toBe(windows[0])
  })

  it.each([
    '/api/files/018f',
    '/log/checkpoint',
    '/dev/mail',
    '/icons/icon-192.png',
    '/login',
    '/login?shared',
    '/signup/',
    '/freeze-withdrawals?token=1',
    '/reserves#proof',
  ])('is not one at %s, which would ignore the page to open', (path) => {
    expect(windowToShow(at(path))).toBeUndefined()
    const windows = at(path, '/exchange?tab=history')
    expect(windowToShow(windows)).toBe(windows[1])
  })

  it('is a new one without any', () => {
    expect(windowToShow([])).toBeUndefined()
  })
})

it('knows every screen outside of the frame', () => {
  const outside = screensOf(FEATURES).filter(({ access }) =>
    ['signed-out', 'always'].includes(access),
  )
  expect([...OUTSIDE_FRAME].sort()).toEqual(outside.map(({ path }) => path).sort())
})
