import * as z from 'zod/mini'
import { sessionUser } from '#shared/contract/auth.ts'
import { idField, messageResponse, textField, userIdParams } from '#shared/contract/fields.ts'
import { defineRoute } from '#shared/contract/route.ts'

/** Profile of the signed-in person. Source: spec 1 §7. */

export const completeSignUp = defineRoute({
  method: 'POST',
  path: '/api/signup-profile',
  summary: 'Write name and phone of the signed-in user',
  tag: 'users',
  access: 'user',
  idempotency: 'natural',
  whenDisabled: 'allowed',
  body: z.object({ full_name: textField(120), phone: textField(40) }),
  answer: messageResponse,
})

export const userProfile = defineRoute({
  method: 'GET',
  path: '/api/user-profile',
  summary: 'Whether the account is active, and the profile',
  tag: 'users',
  access: 'user',
  answer: sessionUser,
})

export const readUser = defineRoute({
  method: 'GET',
  path: '/api/users/:userId',
  summary: 'One user: the own record, or any for staff',
  tag: 'users',
  access: 'own',
  params: userIdParams,
  answer: sessionUser,
})

export const toggleUserStatus = defineRoute({
  method: 'POST',
  path: '/admin/toggle-user-status',
  summary: 'Enable or disable a user',
  tag: 'users',
  access: 'admin',
  idempotency: 'key',
  body: z.object({ userId: idField, isActive: z.boolean() }),
  answer: messageResponse,
})
