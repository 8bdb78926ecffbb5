import { expect, it } from 'vitest'
import { assertOpen } from '#server/platform/route-checks.ts'
import { post } from '#shared/contract/define-route.ts'

const route = { summary: '', access: 'user' } as const
const plain = post('/prove', route)
const open = post('/prove', { ...route, withChosenPassword: true, whenDisabled: 'allowed' })

it.each([
  ['a password that staff set', { withChosenPassword: true }],
  ['a disabled account', { whenDisabled: 'allowed' }],
] as const)('a proof that is closed to callers with %s stops the start', (_, opened) => {
  const asking = post('/ask', { ...route, stepUp: 'always', ...opened })
  expect(() => assertOpen(plain, asking)).toThrow('callers of POST /ask')
  expect(() => assertOpen(open, asking)).not.toThrow()
})

it('a proof may be closed to callers whom its route refuses anyway', () => {
  expect(() => assertOpen(plain, post('/ask', { ...route, stepUp: 'always' }))).not.toThrow()
})
