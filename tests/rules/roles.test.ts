import { expect, test } from 'vitest'
import { roleNamed } from '#shared/rules/permissions.ts'

test('a role is read by its exact name, and users is an alias of user', () => {
  expect(['user', 'users', 'admin'].map(roleNamed)).toEqual(['user', 'user', 'admin'])
  expect(['', 'Users', 'staff', 'constructor', undefined].map(roleNamed)).toEqual(
    Array(5).fill(undefined),
  )
})
