import { ECDH } from 'node:crypto'
import type { Pool } from 'pg'
import { type App, type MountContext, mount } from '#server/platform/mount.ts'
import type { NotificationSwitch } from '#server/platform/push/notification.ts'
import type { PushSender } from '#server/platform/push/push-sender.ts'
import {
  readNotificationPreferences,
  switchNotification,
} from '#shared/contract/notification-preferences.ts'
import {
  listPushDevices,
  readPushKey,
  subscribePush,
  unsubscribePush,
} from '#shared/contract/push.ts'
import { refuse } from '#shared/refusal.ts'
import { readPreferences, setPreference, switchesFor } from './preferences.ts'
import { listDevices, removeOwnSubscription, saveSubscription } from './subscriptions.ts'

interface PushServices extends MountContext {
  readonly pool: Pool
  readonly push: PushSender
}

export function registerPushRoutes(
  app: App,
  services: PushServices,
  switches: readonly NotificationSwitch[],
): void {
  const { pool, push } = services

  mount(app, services, readPushKey, () => ({ key: push.publicKey }))

  mount(app, services, subscribePush, async ({ body, caller }) => {
    const reason = push.policy.refuses(body.endpoint)
    if (reason !== undefined || !isPublicKey(body.keys.p256dh)) {
      return refuse('push.endpoint_refused')
    }
    await saveSubscription(pool, caller, {
      endpoint: body.endpoint,
      p256dh: body.keys.p256dh,
      auth: body.keys.auth,
      device: body.device ?? '',
    })
    return { message: 'This device is notified.' }
  })

  mount(app, services, unsubscribePush, async ({ body, caller }) => {
    await removeOwnSubscription(pool, caller.userId, body.endpoint)
    return { message: 'This device is notified no more.' }
  })

  mount(app, services, listPushDevices, async ({ caller }) => {
    const devices = await listDevices(pool, caller.userId)
    return devices.map(({ device, endpoint, createdAt }) => ({
      device,
      endpoint,
      created_at: createdAt.toISOString(),
    }))
  })

  mount(app, services, readNotificationPreferences, ({ caller }) =>
    readPreferences(pool, caller.userId, switchesFor(switches, caller)),
  )

  mount(app, services, switchNotification, async ({ caller, body }) => {
    const own = switchesFor(switches, caller)
    const refusal = await setPreference(pool, caller.userId, own, body)
    return refusal ?? readPreferences(pool, caller.userId, own)
  })
}

/** A point of the curve: anything else could never be encrypted for, however often it is tried. */
function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(Buffer.from(p256dh, 'base64url'), 'prime256v1')
    return true
  } catch {
    return false
  }
}
