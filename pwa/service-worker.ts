import { cacheNames, clientsClaim } from 'workbox-core'
import {
  cleanupOutdatedCaches,
  PrecacheController,
  type PrecacheEntry,
  PrecacheRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { SYNC_TAG } from '#pwa/data/background-sync.ts'
import { flushOutbox } from '#pwa/data/outbox/sender.ts'
import { subscribeDevice } from '#pwa/data/push.ts'
import type { WorkerScope } from './service-worker-scope.ts'
import { StandingAnswers, type VersionedFile } from './standing-answers.ts'

declare const self: WorkerScope & { __WB_MANIFEST: PrecacheEntry[] }

/** The paths of the screens, filled in by the build: this file must not load the screens' code. */
declare const __SCREEN_PATHS__: readonly string[]

/** Addresses that the server answers itself. */
const NOT_A_SCREEN = [/^\/(api|ws|dev|healthz|readyz|metrics)(\/|$)/, /\.[a-z0-9]+$/]

const SHELL = 'index.html'

const files = self.__WB_MANIFEST
const precache = new PrecacheController()
const standing = new StandingAnswers(files.filter(isVersioned), SHELL, __SCREEN_PATHS__)

precache.addToCacheList(files)
self.addEventListener('install', (event) => {
  event.waitUntil(
    Promise.all([
      standing.route(event, cacheNames.precache),
      precache.install(event).then(() => standing.install((url) => precache.matchPrecache(url))),
    ]),
  )
})
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([precache.activate(event), standing.activate()]))
})
cleanupOutdatedCaches()
registerRoute(new PrecacheRoute(precache))
registerRoute(
  new NavigationRoute(precache.createHandlerBoundToURL(`/${SHELL}`), { denylist: NOT_A_SCREEN }),
)
// The first version serves the page that installed it; later ones wait for the user's consent.
clientsClaim()

self.addEventListener('message', (event) => {
  const { type } = (event.data as { type?: string } | null) ?? {}
  if (type === 'SKIP_WAITING') void self.skipWaiting()
  if (type === 'CLAIM') void self.clients.claim()
})

self.addEventListener('sync', (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(sendOutbox())
})

self.addEventListener('push', (event) => {
  event.waitUntil(showNotification(event.data?.text()))
})

// The push service has dropped the subscription: this device asks for a new one.
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(subscribeDevice(self.registration))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(pathOf(event.notification.data)))
})

function isVersioned(file: PrecacheEntry): file is VersionedFile & PrecacheEntry {
  return typeof file.revision === 'string'
}

async function sendOutbox(): Promise<void> {
  // Failing tells the browser to wake us again.
  if ((await flushOutbox(true)) > 0) throw new Error('submissions are still waiting')
}

interface PushPayload {
  title?: string
  body?: string
  tag?: string
  url?: string
}

/**
 * Also while its conversation is open: Safari ends a subscription after a few pushes that show nothing.
 * A later one with the same tag replaces it without a sound.
 */
async function showNotification(text: string | undefined): Promise<void> {
  const { title = 'News', body = 'Open the app to see it.', tag = 'news', url } = payloadOf(text)
  await self.registration.showNotification(title, {
    body,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { url },
    tag,
  })
}

function payloadOf(text: string | undefined): PushPayload {
  try {
    return JSON.parse(text ?? '') as PushPayload
  } catch {
    // A browser takes the permission away from a push that shows nothing.
    return {}
  }
}

/** Always a path of this app, even if the payload says otherwise. */
function pathOf(data: unknown): string {
  const { origin } = self.location
  const url = new URL((data as PushPayload | null)?.url ?? '/', origin)
  return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : '/'
}

async function openPage(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows[0]
  if (!open) return void (await self.clients.openWindow(path))
  await open.focus()
  // The running app navigates itself, so that a reload loses no half-filled form.
  open.postMessage({ type: 'OPEN', path })
}
