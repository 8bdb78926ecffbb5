import { beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
const root = { dataset: {} as Record<string, string> }

beforeEach(() => {
  stored.clear()
  root.dataset = {}
  vi.resetModules()
  vi.stubGlobal('document', { documentElement: root })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

/** The store of a page that was just opened. */
async function openPage() {
  const { useMarketColours } = await import('#pwa/theme/use-market-colours.ts')
  return useMarketColours.getState
}

test('green means rising and red falling unless the user chose otherwise', async () => {
  expect((await openPage())().choice).toBe('green-red')
})

test('a choice is shown at once and stored on the device', async () => {
  const state = await openPage()
  state().choose('red-green')
  expect(state().choice).toBe('red-green')
  expect(root.dataset).toEqual({ market: 'red-green' })
  vi.resetModules()
  expect((await openPage())().choice).toBe('red-green')
})

test('the default colours are not stored', async () => {
  const state = await openPage()
  state().choose('blue-orange')
  state().choose('green-red')
  expect([root.dataset, stored.size]).toEqual([{}, 0])
})

test('a choice that this version does not know falls back to the default', async () => {
  stored.set('market-colours', 'pink-brown')
  expect((await openPage())().choice).toBe('green-red')
})
