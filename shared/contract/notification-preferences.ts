import * as z from 'zod/mini'
import { get, put } from '#shared/contract/define-route.ts'
import { textField } from '#shared/contract/fields.ts'

/** What the caller is notified about, on all devices. */

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

export const readNotificationPreferences = get('/api/notification-preferences', {
  summary: 'What the caller is notified of; staff have the kinds of their work too',
  access: 'user',
  response: preferences,
})

export const switchNotification = put('/api/notification-preferences', {
  summary: 'Switch one kind of notification on or off',
  access: 'user',
  // It sets a state, so a repeated call changes nothing.
  idempotency: 'natural',
  whenDisabled: 'allowed',
  offline: 'queue',
  inOrder: { series: 'switches', of: 'kind' },
  body: z.object({ kind: textField(60), isOn: z.boolean() }),
  response: preferences,
})
