import { ECDH } from 'node:crypto'
import { defineFeature, type Features } from '#server/feature.ts'
import { type App, mount } from '#server/platform/mount.ts'
import type { Services } from '#server/services.ts'
import {
  readNotificationPreferences,
  switchNotification,
} from '#shared/contract/notification-preferences.ts'
import * as contract from '#shared/contract/push.ts'
import { refuse } from '#shared/refusal.ts'
import { msg } from '#shared/text/t.ts'
import { pushNotifications, pushTasks } from './delivery.ts'
import { readPreferences, readSwitchedOff, setPreference, switchesFor } from './preferences.ts'
import {
  type Device,
  listDevices,
  removeOwnSubscription,
  saveSubscription,
} from './subscriptions.ts'

export const pushFeature = defineFeature({
  name: 'push',
  routes: registerPushRoutes,
  tasks: pushTasks,
  followers: (features) => [pushNotifications(features)],
  personalData: [
    {
      name: 'push_subscriptions',
      tables: ['push_subscription'],
      read: async ({ pool }, { userId }) => (await listDevices(pool, userId)).map(presentDevice),
    },
    {
      name: 'notifications_off',
      tables: ['notification_off'],
      read: ({ pool }, { userId }) => readSwitchedOff(pool, userId),
    },
  ],
})

function registerPushRoutes(
  app: App,
  services: Services,
  { notifications: switches }: Features,
): void {
  const { pool, push } = services

  mount(app, services, contract.readPushKey, () => ({ key: push.publicKey }))

  mount(app, services, contract.subscribePush, async ({ body, caller }) => {
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
    return { message: msg('Notifications are on for this device.') }
  })

  mount(app, services, contract.unsubscribePush, async ({ body, caller }) => {
    await removeOwnSubscription(pool, caller.userId, body.endpoint)
    return { message: msg('Notifications are off for this device.') }
  })

  mount(app, services, contract.listPushDevices, async ({ caller }) => {
    return (await listDevices(pool, caller.userId)).map(presentDevice)
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

function presentDevice({ device, endpoint, createdAt }: Device) {
  return { device, endpoint, created_at: createdAt.toISOString() }
}

/** A point on the curve; pushes cannot be encrypted for any other key. */
function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(Buffer.from(p256dh, 'base64url'), 'prime256v1')
    return true
  } catch {
    return false
  }
}
