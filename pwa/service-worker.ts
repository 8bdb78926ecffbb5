import { cacheNames, clientsClaim } from 'workbox-core'
import {
  cleanupOutdatedCaches,
  PrecacheController,
  type PrecacheEntry,
  PrecacheRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { showBadge } from '#pwa/data/app-badge.ts'
import { SYNC_TAG } from '#pwa/data/background-sync.ts'
import { inOwnLanguage } from '#pwa/data/kept-language.ts'
import { markRead } from '#pwa/data/mark-read.ts'
import { flushOutbox } from '#pwa/data/outbox/sender.ts'
import { subscribeDevice } from '#pwa/data/push.ts'
import { keepShared } from '#pwa/data/shared-screenshot.ts'
import { afterSharing, SHARE_PATH } from '#shared/rules/shared-screenshot.ts'
import { NOT_A_SCREEN, windowToShow } from './notification-window.ts'
import { pressOf, shownPush } from './push-message.ts'
import type { WorkerScope } from './service-worker-scope.ts'
import { StaticRoutes, type VersionedFile } from './static-routes.ts'

declare const self: WorkerScope & { __WB_MANIFEST: PrecacheEntry[] }

/** The paths of the screens, filled in by the build: this file must not load the screens' code. */
declare const __SCREEN_PATHS__: readonly string[]

const SHELL = 'index.html'

const files = self.__WB_MANIFEST
const precache = new PrecacheController()
const staticRoutes = new StaticRoutes(files.filter(isVersioned), SHELL, __SCREEN_PATHS__)

precache.addToCacheList(files)
self.addEventListener('install', (event) => {
  event.waitUntil(
    Promise.all([
      staticRoutes.route(event, cacheNames.precache),
      precache
        .install(event)
        .then(() => staticRoutes.install((url) => precache.matchPrecache(url))),
    ]),
  )
})
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([precache.activate(event), staticRoutes.activate()]))
})
cleanupOutdatedCaches()
registerRoute(new PrecacheRoute(precache))
registerRoute(
  new NavigationRoute(precache.createHandlerBoundToURL(`/${SHELL}`), { denylist: NOT_A_SCREEN }),
)
registerRoute(
  ({ url }) => url.pathname === SHARE_PATH,
  ({ request }) => receive(request),
  'POST',
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
  event.waitUntil(show(event.data?.text()))
})

// The push service has dropped the subscription: this device asks for a new one.
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(subscribeDevice(self.registration))
})

self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event
  notification.close()
  const press = pressOf(action, notification.data, self.location.origin)
  event.waitUntil('read' in press ? markRead(press.read) : openPage(press.open))
})

function isVersioned(file: PrecacheEntry): file is VersionedFile & PrecacheEntry {
  return typeof file.revision === 'string'
}

async function sendOutbox(): Promise<void> {
  // Failing tells the browser to wake us again.
  if ((await flushOutbox(true)) > 0) throw new Error('submissions are still waiting')
}

/** Stores a screenshot that another app shares. That is a navigation, so it redirects to a screen. */
async function receive(request: Request): Promise<Response> {
  const outcome = await request
    .formData()
    .then(keepShared)
    .catch(() => 'failed' as const)
  const next = outcome === 'signed-out' ? '/login?shared' : afterSharing(outcome)
  return Response.redirect(next, 303)
}

async function show(text: string | undefined): Promise<void> {
  const { title, options, badge } = await inOwnLanguage(() => shownPush(text))
  await self.registration.showNotification(title, options)
  if (badge !== undefined) await showBadge(badge)
}

async function openPage(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windowToShow(windows)
  if (!open) return void (await self.clients.openWindow(path))
  await open.focus()
  // The running app navigates itself, so that a reload loses no half-filled form.
  open.postMessage({ type: 'OPEN', path })
}
