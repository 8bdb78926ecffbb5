import { expect, test } from 'vitest'
import { showToast, useToasts } from '#pwa/stores/toasts.ts'

test('one toast at a time is shown, for five seconds by default', () => {
  showToast({ title: 'First' })
  expect(useToasts.getState().current).toMatchObject({ title: 'First', durationMs: 5_000 })
  const second = showToast({ title: 'Second', durationMs: Number.POSITIVE_INFINITY })
  expect(useToasts.getState().current).toMatchObject({ id: second, title: 'Second' })
})

test('dismissing a replaced toast keeps the current one', () => {
  const first = showToast({ title: 'First' })
  const second = showToast({ title: 'Second' })
  useToasts.getState().dismiss(first)
  expect(useToasts.getState().current?.id).toBe(second)
  useToasts.getState().dismiss(second)
  expect(useToasts.getState().current).toBeUndefined()
})
