import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

it('waiting submissions are sent automatically only if the browser wakes the app', async () => {
  vi.stubGlobal('SyncManager', class {})
  expect((await import('#pwa/hooks/sent-when.ts')).sentWhen('Your order')).toBe(
    'Your order is sent automatically.',
  )
  vi.unstubAllGlobals()
  vi.resetModules()
  expect((await import('#pwa/hooks/sent-when.ts')).sentWhen('Your order')).toBe(
    'Your order is sent when you next open Keel with a connection.',
  )
})
