import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { cloneDatabase, type Database } from '#tests/support/postgres-url.ts'
import { ConsoleWatch, TICKET_OUTLIVED } from './console-watch.ts'
import { Contexts, forget } from './contexts.ts'
import { journeyPostgres } from './journey-postgres.ts'
import { People, type Person } from './people.ts'
import { type Market, RunningServer } from './running-server.ts'

type Open = (person: Person, options?: BrowserContextOptions) => Promise<BrowserContext>

interface Journey {
  readonly console: ConsoleWatch
  /**
   * Opens a browser context with a logged-in user. With options, or where the file sets some, it is
   * a new one.
   */
  readonly open: Open
  /** Reuses the page of an earlier journey with its session, without its cached data. */
  readonly reopen: (person: Person) => Promise<Page>
}

interface World {
  /**
   * shared: a server used by several journeys, which must not move its clock. own: a server whose
   * clock journeys may move. first: an empty server with a PostgreSQL in its data folder, as `npm
   * start` creates it.
   */
  readonly stage: 'shared' | 'own' | 'first'
  readonly market: Market
  readonly database: Database | undefined
  readonly server: RunningServer
  readonly people: People
  readonly contexts: Contexts
  readonly kept: Map<Person, Page>
}

/** Gives each journey the real server, with its own database and data folder. */
export const test = base.extend<Journey & { baseURL: string }, World>({
  stage: ['shared', { scope: 'worker', option: true }],
  market: ['replay', { scope: 'worker', option: true }],
  database: [
    async ({ stage }, use) =>
      use(stage === 'first' ? undefined : await cloneDatabase(journeyPostgres())),
    { scope: 'worker' },
  ],
  server: [
    async ({ database, market }, use) => {
      const server = await RunningServer.create(database, market)
      await use(server)
      await server.remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  people: [async ({ server }, use) => use(new People(server)), { scope: 'worker' }],
  contexts: [
    async ({ browser, server }, use) => use(new Contexts(browser, server.url)),
    { scope: 'worker' },
  ],
  kept: [
    async ({}, use) => {
      const kept = new Map<Person, Page>()
      await use(kept)
      await Promise.all([...kept.values()].map((page) => page.context().close()))
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  console: [
    async ({ stage }, use) => {
      const watch = new ConsoleWatch()
      if (stage === 'own') watch.expects(TICKET_OUTLIVED)
      await use(watch)
      watch.leave()
      expect(watch.unexpected, 'unexpected console errors').toEqual([])
    },
    { auto: true },
  ],
  context: async ({ context, console }, use) => {
    console.follow(context)
    await use(context)
  },
  open: async ({ contexts, people, console, server, serviceWorkers, contextOptions }, use) => {
    const opened: BrowserContext[] = []
    const isUsual = serviceWorkers === 'block' && contextOptions.reducedMotion === 'reduce'
    await use(async (person, options) => {
      const storageState = await people.browserOf(person)
      const context =
        options || !isUsual
          ? await contexts.create({ storageState, ...options })
          : await contexts.reuse(storageState)
      opened.push(context)
      console.follow(context)
      return context
    })
    await server.network.restore()
    await Promise.all(opened.map((context) => contexts.leave(context)))
  },
  reopen: async ({ contexts, people, kept, console }, use) => {
    const used: Page[] = []
    const openFirst = async (person: Person) => {
      const context = await contexts.create({ storageState: await people.browserOf(person) })
      return context.newPage()
    }
    await use(async (person) => {
      const page = kept.get(person) ?? (await openFirst(person))
      kept.set(person, page)
      used.push(page)
      console.follow(page.context())
      return page
    })
    for (const page of used) await forget(page)
  },
})

export { expect }
