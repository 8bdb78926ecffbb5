import { expect, it } from 'vitest'
import { refusalOf } from '#shared/rules/new-password.ts'

const owner = ['Zoë van Demo', 'zoe.demo@example.com']

it.each([
  ['', 'password.weak'],
  ['12345', 'password.weak'],
  ['1x5q7z', 'password.short'],
  ['1x5q7z9', 'password.short'],
  ['zoe.demo@example.com', 'password.personal'],
  ['ZOË VAN DEMO', 'password.personal'],
  ['Zoe-Van-Demo', 'password.personal'],
  ['demozoedemo', 'password.personal'],
  ['example zoe', 'password.personal'],
  ['zoe demo 1', undefined],
  ['1x5q7z9p', undefined],
  ['!!!!!!!!', undefined],
])('“%s” of Zoë van Demo: %s', (password, code) => {
  expect(refusalOf(password, { owner })?.refused).toBe(code)
})

it('refuses common passwords, as the last check', () => {
  expect(refusalOf('1x5q7z9', { owner, isCommon: true })?.refused).toBe('password.short')
  expect(refusalOf('1x5q7z9p', { owner, isCommon: true })?.refused).toBe('password.common')
})

it('accepts any long password if nothing is known about the owner', () => {
  expect(refusalOf('zoe.demo@example.com', { owner: [] })).toBeUndefined()
})
