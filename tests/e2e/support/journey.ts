import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
} from '@playwright/test'
import { ConsoleWatch } from './console-watch.ts'
import { People, type Person } from './people.ts'
import { type Market, RunningServer } from './running-server.ts'

interface Journey {
  readonly console: ConsoleWatch
  /** A browser of its own, in which somebody is logged in already. */
  readonly open: (person: Person, options?: BrowserContextOptions) => Promise<BrowserContext>
}

interface World {
  /** own: a server that no other journey has used; shared: whatever is there. */
  readonly stage: 'own' | 'shared'
  readonly market: Market
  readonly server: RunningServer
  readonly people: People
}

/** A journey gets a running server: the real one, with a database and a data folder of its own. */
export const test = base.extend<Journey & { baseURL: string }, World>({
  stage: ['shared', { scope: 'worker', option: true }],
  market: ['replay', { scope: 'worker', option: true }],
  server: [
    async ({ stage: _, market }, use) => {
      const server = await RunningServer.create(undefined, market)
      await use(server)
      await server.remove()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  people: [async ({ server }, use) => use(new People(server)), { scope: 'worker' }],
  baseURL: async ({ server }, use) => use(server.url),
  console: [
    async ({}, use) => {
      const watch = new ConsoleWatch()
      await use(watch)
      expect(watch.unexpected, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
  context: async ({ context, console }, use) => {
    console.follow(context)
    await use(context)
  },
  open: async ({ browser, people, console, server }, use) => {
    const opened: BrowserContext[] = []
    await use(async (person, options = {}) => {
      const storageState = await people.browserOf(person)
      const context = await browser.newContext({ baseURL: server.url, storageState, ...options })
      opened.push(context)
      console.follow(context)
      return context
    })
    await server.network.restore()
    await Promise.all(opened.map((context) => context.close()))
  },
})

export { expect }
