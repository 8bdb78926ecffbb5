import * as z from 'zod/mini'
import { del, get, post } from '#shared/contract/define-route.ts'
import { instantField, textField } from '#shared/contract/fields.ts'

/** Web push subscriptions, one a device. Source: RFC 8030, RFC 8292. */

const endpoint = z.string().check(z.maxLength(1000), z.url())
const base64url = (bytes: number) =>
  z
    .string()
    .check(
      z.regex(/^[A-Za-z0-9_-]+={0,2}$/),
      z.minLength(Math.ceil((bytes * 4) / 3)),
      z.maxLength(Math.ceil((bytes * 4) / 3) + 2),
    )

export const readPushKey = get('/api/push/key', {
  summary: 'The public key that a browser subscribes with',
  access: 'user',
  response: z.object({ key: z.string() }),
})

export const subscribePush = post('/api/push/subscriptions', {
  summary: 'Notify this device',
  access: 'user',
  idempotency: 'natural',
  whenDisabled: 'allowed',
  body: z.object({
    endpoint,
    keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
    device: z.optional(textField(120, 0)),
  }),
})

export const unsubscribePush = del('/api/push/subscriptions', {
  summary: 'Stop notifying this device',
  access: 'user',
  idempotency: 'natural',
  whenDisabled: 'allowed',
  body: z.object({ endpoint }),
})

export const listPushDevices = get('/api/push/subscriptions', {
  summary: "The caller's devices that are notified",
  access: 'user',
  response: z.array(
    z.object({ device: z.string(), endpoint: z.string(), created_at: instantField }),
  ),
})
