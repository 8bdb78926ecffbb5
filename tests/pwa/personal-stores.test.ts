import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { StoreApi } from 'zustand'
import { runData } from '#pwa/data/run.ts'
import { openStepUp, useStepUpStore } from '#pwa/stores/step-up.ts'

vi.mock('#pwa/data/session.ts', () => ({ startSession: () => () => undefined }))
vi.mock('#pwa/data/signed-in.ts', () => ({
  startSignedIn: async () => () => undefined,
  afterLeaving: async () => undefined,
}))

const STORES = join(import.meta.dirname, '../../pwa/stores')

/** They describe the device, and the next user sees them too. Every other store is personal. */
const OF_DEVICE = [
  'connection',
  'hidden-balances',
  'install',
  'language',
  'letter-keys',
  'signed-log',
]
/** They export no store; `outbox-user.test.ts` covers the user's data that one of them keeps. */
const WITHOUT_STORE = ['dock-height', 'personal', 'watched-trades']
/** The store of the signed-in user, which the others follow. */
const SESSION = 'session'

type Store = StoreApi<Record<string, unknown>>

function isStore(value: unknown): value is Store {
  return typeof value === 'function' && 'getInitialState' in value && 'setState' in value
}

async function storesOf(name: string): Promise<Store[]> {
  const module: Record<string, unknown> = await import(`../../pwa/stores/${name}.ts`)
  return Object.values(module).filter(isStore)
}

const NAMES = readdirSync(STORES).map((file) => file.replace('.ts', ''))
const OTHERS = [SESSION, ...OF_DEVICE, ...WITHOUT_STORE]
const PERSONAL = NAMES.filter((name) => !OTHERS.includes(name))

/** Fills a store with a user's data; a pending question can be settled. */
function fill(store: Store) {
  const something = { settle: () => undefined }
  const names = [...Object.keys(store.getInitialState()), 'something']
  store.setState(Object.fromEntries(names.map((name) => [name, something])))
}

const signIn = async (userId: string | undefined) => {
  const { showSession } = await import('#pwa/stores/session.ts')
  showSession(userId ? { userId, role: 'user', displayName: userId, displayId: 'X' } : undefined)
}

vi.stubGlobal('addEventListener', () => undefined)
runData({})

afterEach(() => signIn(undefined))

it('every other module exports a store', async () => {
  const stores = await Promise.all(NAMES.map(storesOf))
  expect(NAMES.filter((_, index) => stores[index]?.length === 0)).toEqual(WITHOUT_STORE)
})

describe('when a user leaves', () => {
  it.each(PERSONAL)('the store %s contains none of their data', async (name) => {
    const stores = await storesOf(name)
    await signIn('A')
    stores.forEach(fill)
    await signIn(undefined)
    for (const store of stores) expect(store.getState()).toBe(store.getInitialState())
  })

  it('none of their data is left when another user logs in in another tab', async () => {
    const stores = (await Promise.all(PERSONAL.map(storesOf))).flat()
    expect(stores.length).toBeGreaterThanOrEqual(7)
    await signIn('A')
    stores.forEach(fill)
    await signIn('B')
    for (const store of stores) expect(store.getState()).toBe(store.getInitialState())
  })

  it('data that arrives after they have left is gone before another user is signed in', async () => {
    const stores = (await Promise.all(PERSONAL.map(storesOf))).flat()
    await signIn('A')
    await signIn(undefined)
    stores.forEach(fill)
    await signIn('B')
    for (const store of stores) expect(store.getState()).toBe(store.getInitialState())
  })

  it('an open request for a proof of who acts ends without a proof', async () => {
    await signIn('A')
    const asked = openStepUp({ methods: ['password'], statement: '' })
    await signIn(undefined)
    expect(await asked).toBe(false)
    expect(useStepUpStore.getState().asked).toBeUndefined()
    // The next question is a new one.
    void openStepUp({ methods: ['code'], statement: '' })
    expect(useStepUpStore.getState().asked).toMatchObject({ methods: ['code'] })
  })

  it('data of the device stays', async () => {
    const stores = (await Promise.all(OF_DEVICE.map(storesOf))).flat()
    expect(stores.length).toBe(OF_DEVICE.length)
    await signIn('A')
    stores.forEach(fill)
    await signIn(undefined)
    for (const store of stores) expect(store.getState()).not.toBe(store.getInitialState())
  })
})

describe('while a user is signed in', () => {
  it('stores keep their data, even if details of the user change', async () => {
    const [toasts] = await storesOf('toasts')
    await signIn('A')
    toasts?.setState({ current: { id: '1' } })
    const { showSession } = await import('#pwa/stores/session.ts')
    showSession({ userId: 'A', role: 'user', displayName: 'Another name', displayId: 'X' })
    expect(toasts?.getState().current).toEqual({ id: '1' })
  })
})
