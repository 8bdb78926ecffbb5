import * as z from 'zod/mini'
import { textField } from '#shared/contract/fields.ts'
import { defineRoute } from '#shared/contract/route.ts'

/** What the caller is notified of, on every device of theirs that takes notifications. */

const preferences = z.object({
  preferences: z.array(
    z.object({
      kind: z.string(),
      to: z.enum(['owner', 'staff']),
      label: z.string(),
      hint: z.string(),
      isOn: z.boolean(),
      /** Cannot be switched off. */
      isFixed: z.boolean(),
    }),
  ),
})
export type NotificationPreferences = z.infer<typeof preferences>

export const readNotificationPreferences = defineRoute({
  method: 'GET',
  path: '/api/notification-preferences',
  summary: 'What the caller is notified of; staff have the kinds of their work too',
  tag: 'notifications',
  access: 'user',
  answer: preferences,
})

export const switchNotification = defineRoute({
  method: 'PUT',
  path: '/api/notification-preferences',
  summary: 'Switch one kind of notification on or off',
  tag: 'notifications',
  access: 'user',
  // It says how things shall be, not what to change about them.
  idempotency: 'natural',
  whenDisabled: 'allowed',
  offline: 'queue',
  body: z.object({ kind: textField(60), isOn: z.boolean() }),
  answer: preferences,
})
