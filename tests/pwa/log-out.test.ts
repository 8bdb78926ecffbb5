import { beforeEach, expect, it, vi } from 'vitest'
import { logOut } from '#pwa/hooks/session-acts.ts'
import { useToasts } from '#pwa/stores/toasts.ts'

const acts = vi.hoisted(() => ({ logOut: vi.fn() }))

vi.mock('#pwa/data/session.ts', () => acts)

beforeEach(() => useToasts.setState({ current: undefined }))

const shown = () => useToasts.getState().current

it('says nothing when the log-out is complete', async () => {
  acts.logOut.mockResolvedValue({ left: true })
  expect(await logOut()).toBe(0)
  expect(shown()).toBeUndefined()
})

it('counts the submissions that it would discard', async () => {
  acts.logOut.mockResolvedValue({ left: false, unsent: 2 })
  expect(await logOut()).toBe(2)
  expect(shown()).toBeUndefined()
})

it('says that data is left on the device, until the user dismisses it', async () => {
  acts.logOut.mockResolvedValue({ left: true, isDataLeft: true })
  expect(await logOut('discard')).toBe(0)
  expect(shown()).toMatchObject({
    title: 'Your data is still on this device',
    durationMs: Number.POSITIVE_INFINITY,
  })
})

it('says that it failed, and lets the user try again', async () => {
  acts.logOut.mockRejectedValue(new TypeError('the code could not be loaded'))
  expect(await logOut()).toBe(0)
  expect(shown()).toMatchObject({ title: 'Log-out Failed', tone: 'error' })
})
