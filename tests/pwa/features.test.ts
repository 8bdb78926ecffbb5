import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { routeKey } from '#pwa/data/api-request.ts'
import {
  dialogsOf,
  holdKindsOf,
  openablePathsOf,
  queryFamiliesOf,
  screensOf,
  unsentPlacesOf,
} from '#pwa/feature.ts'
import { FEATURES } from '#pwa/features/index.ts'
import { FEATURES as SERVER } from '#server/features/index.ts'
import { actionOf } from '#server/platform/live/sync-messages.ts'
import { summariseWaiting } from '#shared/contract/review-desk.ts'
import { topicOf } from '#shared/contract/route.ts'
import { supportStats } from '#shared/contract/support.ts'
import { contractRoutes, contractRoutesByName } from './support/contract-routes.ts'

const ROOT = join(import.meta.dirname, '../..')
const routes = await contractRoutes()

describe('the features of the app', () => {
  test('are the declarations in the folders, each listed once', async () => {
    const files = globSync('pwa/features/*/', { cwd: ROOT }).map((path) => `${path}/feature.ts`)
    const declared = await Promise.all(
      [...files, 'pwa/reviews/feature.ts'].map(async (path) =>
        Object.values(await import(join(ROOT, path))),
      ),
    )
    expect(new Set(FEATURES)).toEqual(new Set(declared.flat()))
    expect(FEATURES).toHaveLength(declared.length)
  })

  test('have screens with a title and a unique path', () => {
    const screens = screensOf(FEATURES)
    expect(new Set(screens.map(({ path }) => path)).size).toBe(screens.length)
    expect(screens.filter(({ title }) => title.trim() === '')).toEqual([])
    expect(openablePathsOf(FEATURES)).toContain('/exchange')
    expect(openablePathsOf(FEATURES).join()).not.toContain(':')
  })

  test('have dialogs with unique names', () => {
    const dialogs = dialogsOf(FEATURES).map(({ name }) => name)
    expect(new Set(dialogs).size).toBe(dialogs.length)
  })

  test('declare every dialog that a button on the home screen or account page opens', () => {
    const buttons = globSync('pwa/{features/{account,home},pages}/*.tsx', { cwd: ROOT })
      .map((path) => readFileSync(join(ROOT, path), 'utf8'))
      .flatMap((code) => [...code.matchAll(/\b(?:dialog: |open\()'([a-z-]+)'/g)])
      .map(([, name]) => name)
    const dialogs = dialogsOf(FEATURES).map(({ name }) => name)
    expect(new Set(buttons)).toEqual(new Set(dialogs))
  })

  test('declare which live messages refetch each query', () => {
    const families = queryFamiliesOf(FEATURES)
    expect(new Set(Object.keys(families))).toEqual(new Set([...liveActions(), ...OTHER_ACTIONS]))
    const declared = FEATURES.flatMap(({ queries = {} }) => Object.keys(queries))
    const asked = routes.filter(({ method, raw }) => method === 'GET' && !raw)
    const topics = new Set(asked.map(topicOf))
    expect(new Set(declared)).toEqual(topics)
    for (const [action, topicsOfAction] of Object.entries(families)) {
      expect(topicsOfAction, action).toEqual([...new Set(topicsOfAction)])
    }
  })

  test.each(SERVER.reviews.map(({ kind }) => kind))(
    'refetch the pending requests of staff when a %s changes',
    (kind) => {
      const families = queryFamiliesOf(FEATURES)
      const refetched = liveActionsOf(kind).map((action) => families[action])
      expect(refetched.length).toBeGreaterThan(0)
      for (const topics of refetched) expect(topics).toContain(topicOf(summariseWaiting))
    },
  )

  test('refetch the pending requests of staff when a message arrives or is read', () => {
    const families = queryFamiliesOf(FEATURES)
    const refetched = liveActionsOf('conversation').map((action) => families[action])
    expect(refetched.length).toBeGreaterThan(0)
    for (const topics of refetched) expect(topics).toContain(topicOf(supportStats))
  })

  test('name each list that shows submissions of this device, and where it is', async () => {
    const code = globSync('pwa/**/*.{ts,tsx}', { cwd: ROOT }).map((path) =>
      readFileSync(join(ROOT, path), 'utf8'),
    )
    const shown = code.flatMap((text) =>
      [...text.matchAll(/\buse(?:Outbox|HeldUp)\((\w+)\)/g)].map(([, name = '']) => name),
    )
    const named = await contractRoutesByName()
    const listed = shown.flatMap((name) => named.get(name) ?? []).map(routeKey)
    expect(listed.length).toBeGreaterThan(10)
    const places = unsentPlacesOf(FEATURES)
    expect(Object.keys(places).sort()).toEqual([...new Set(listed)].sort())
    const paths = new Set(screensOf(FEATURES).map(({ path }) => path))
    const dialogs = dialogsOf(FEATURES).map(({ name }) => `/?open=${name}`)
    const unknown = Object.values(places).filter(
      ({ to }) => !paths.has(to) && !dialogs.includes(to),
    )
    expect(unknown).toEqual([])
  })

  test('name every kind that can freeze money, and where its owner finds it', () => {
    const holders = SERVER.aggregates.filter(({ holds }) => holds).map(({ kind }) => kind)
    expect(holders.length).toBeGreaterThan(0)
    expect(Object.keys(holdKindsOf(FEATURES)).sort()).toEqual(holders.sort())
  })
})

/** Messages about changes that are not events of a stream. */
const OTHER_ACTIONS = ['portfolio', 'review_claim', 'crypto_prices']

function liveActions(): string[] {
  return SERVER.aggregates.flatMap(({ kind }) => liveActionsOf(kind))
}

function liveActionsOf(kind: string): string[] {
  const message = SERVER.liveMessages.get(kind)
  const { events = {} } = SERVER.aggregates.find((aggregate) => aggregate.kind === kind) ?? {}
  return message ? Object.keys(events).map((type) => actionOf(message, type)) : []
}
