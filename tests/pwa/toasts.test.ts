import { expect, test } from 'vitest'
import { showToast, useToasts } from '#pwa/stores/toasts.ts'

test('one at a time is shown, for five seconds where nothing else is said', () => {
  showToast({ title: 'First' })
  expect(useToasts.getState().current).toMatchObject({ title: 'First', durationMs: 5_000 })
  const second = showToast({ title: 'Second', durationMs: Number.POSITIVE_INFINITY })
  expect(useToasts.getState().current).toMatchObject({ id: second, title: 'Second' })
})

test('what was replaced takes nothing away when it is dismissed', () => {
  const first = showToast({ title: 'First' })
  const second = showToast({ title: 'Second' })
  useToasts.getState().dismiss(first)
  expect(useToasts.getState().current?.id).toBe(second)
  useToasts.getState().dismiss(second)
  expect(useToasts.getState().current).toBeUndefined()
})
