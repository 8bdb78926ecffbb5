import { readPushKey, subscribePush, unsubscribePush } from '#shared/contract/push.ts'
import { deviceName } from '#shared/device-name.ts'
import { call } from './api-client.ts'

/** unsupported: the browser has no push or no service worker. denied: the user blocked it. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** The user whose notifications this device shows: their lost subscription is renewed. */
const SUBSCRIBED_USER = 'pushUser'

export async function readPushState(userId: string): Promise<PushState> {
  const registration = await awaitRegistration()
  if (!registration) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await registration.pushManager.getSubscription()
  return subscription && localStorage.getItem(SUBSCRIBED_USER) === userId ? 'on' : 'off'
}

/** Asks for permission if needed, which browsers allow only after a click. */
export async function switchPushOn(userId: string): Promise<PushState> {
  const registration = await awaitRegistration()
  if (!registration) return 'unsupported'
  if ((await Notification.requestPermission()) !== 'granted') return readPushState(userId)
  await subscribeDevice(registration)
  localStorage.setItem(SUBSCRIBED_USER, userId)
  return 'on'
}

export async function switchPushOff(userId: string): Promise<PushState> {
  await unsubscribeDevice()
  return readPushState(userId)
}

/** Renews, at sign-in, a subscription that the browser dropped or that has an old server key. */
export async function keepPushSubscribed(userId: string): Promise<void> {
  if (localStorage.getItem(SUBSCRIBED_USER) !== userId) return
  const registration = await awaitRegistration()
  if (registration && Notification.permission === 'granted') await subscribeDevice(registration)
}

/** Subscribes this device at the push service and at our server. */
export async function subscribeDevice(registration: ServiceWorkerRegistration): Promise<void> {
  const key = bytesOf((await call(readPushKey, {})).key)
  const existing = await registration.pushManager.getSubscription()
  const fits = existing && isSameKey(existing.options.applicationServerKey, key)
  if (existing && !fits) await existing.unsubscribe()
  const subscription = fits
    ? existing
    : await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = subscription.toJSON()
  await call(subscribePush, {
    body: {
      endpoint: endpoint ?? subscription.endpoint,
      keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
      device: deviceName(navigator.userAgent),
    },
  })
}

/** Before log-out: this device no longer shows the user's notifications, even offline. */
export async function unsubscribeDevice(): Promise<void> {
  localStorage.removeItem(SUBSCRIBED_USER)
  const registration = await findRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return
  const { endpoint } = subscription
  // If our server cannot be reached, its next push returns "gone" and it deletes the subscription.
  await subscription.unsubscribe().catch(() => false)
  await call(unsubscribePush, { body: { endpoint } }).catch(() => undefined)
}

/** A first visit registers the worker after the first paint; development has no worker. */
const REGISTRATION_MS_MAX = 10_000

async function awaitRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!isSupported()) return undefined
  const late = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), REGISTRATION_MS_MAX)
  })
  return (await findRegistration()) ?? Promise.race([navigator.serviceWorker.ready, late])
}

function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  return isSupported() ? navigator.serviceWorker.getRegistration() : Promise.resolve(undefined)
}

function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

function isSameKey(stored: ArrayBuffer | null, key: Uint8Array): boolean {
  if (!stored || stored.byteLength !== key.length) return false
  return new Uint8Array(stored).every((byte, index) => byte === key[index])
}
