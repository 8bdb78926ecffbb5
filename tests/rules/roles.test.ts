import { expect, test } from 'vitest'
import { roleNamed } from '#shared/rules/permissions.ts'

test('customers are called user and users, and no other name is a role', () => {
  expect(['user', 'users', 'admin'].map(roleNamed)).toEqual(['user', 'user', 'admin'])
  expect(['', 'Users', 'staff', 'constructor', undefined].map(roleNamed)).toEqual(
    Array(5).fill(undefined),
  )
})
