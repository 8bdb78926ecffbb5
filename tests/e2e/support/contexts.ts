import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

/**
 * Options of a context that has loaded nothing yet, for journeys in which code cannot be loaded:
 * {@link Contexts.reuse} gives one whose cache may hold all of it.
 */
export const EMPTY_CACHE: BrowserContextOptions = {}

/** A file of the app's origin that runs nothing. */
const QUIET_PAGE = '/robots.txt'
const STORED = ['cookies', 'local_storage', 'indexeddb', 'cache_storage', 'file_systems'] as const

/**
 * Browser contexts of one server that several journeys use one after another: a new one loads and
 * compiles the whole app, which costs more than twice as much as opening it where it is known. Each
 * keeps a quiet page, through which its storage is written and deleted.
 */
export class Contexts {
  readonly #browser: Browser
  readonly #origin: string
  readonly #quietPages = new Map<BrowserContext, Page>()
  readonly #idle: BrowserContext[] = []
  /** What a journey added to these cannot be removed. */
  readonly #changed = new Set<BrowserContext>()

  constructor(browser: Browser, origin: string) {
    this.#browser = browser
    this.#origin = origin
  }

  /** A context with the options of the running journey that is closed at its end. */
  create(options: BrowserContextOptions): Promise<BrowserContext> {
    return this.#browser.newContext({ baseURL: this.#origin, ...options })
  }

  /** A context that stores nothing but this, possibly of an earlier journey with the same options. */
  async reuse({ cookies, origins }: StorageState): Promise<BrowserContext> {
    const context = this.#idle.pop() ?? (await this.#createReusable())
    await context.addCookies(cookies)
    const stored = origins.flatMap(({ localStorage }) => localStorage)
    await this.#quietPages.get(context)?.evaluate((items) => {
      for (const { name, value } of items) localStorage.setItem(name, value)
    }, stored)
    return context
  }

  /** Ends a journey's use of a context. */
  async leave(context: BrowserContext): Promise<void> {
    const quiet = this.#quietPages.get(context)
    if (!quiet || quiet.isClosed() || this.#changed.has(context)) return context.close()
    const pages = context.pages().filter((page) => page !== quiet)
    await Promise.all(pages.map((page) => page.close()))
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await context.clearPermissions()
    await deleteStored(quiet, STORED)
    this.#idle.push(context)
  }

  async #createReusable(): Promise<BrowserContext> {
    const context = await this.create({})
    const quiet = await context.newPage()
    await quiet.goto(QUIET_PAGE)
    this.#quietPages.set(context, quiet)
    this.#noteChanges(context)
    return context
  }

  #noteChanges(context: BrowserContext): void {
    const noted =
      <A extends unknown[], R>(change: (...args: A) => R) =>
      (...args: A): R => {
        this.#changed.add(context)
        return change(...args)
      }
    context.addInitScript = noted(context.addInitScript.bind(context))
    context.exposeFunction = noted(context.exposeFunction.bind(context))
    context.exposeBinding = noted(context.exposeBinding.bind(context))
    context.clock.install = noted(context.clock.install.bind(context.clock))
  }
}

/** Deletes the app's data in the browser except what lasts as long as a page, and keeps the session. */
export async function forget(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.clear())
  // A page of the same origin keeps the browser process, which has loaded the app's modules.
  await page.goto(QUIET_PAGE)
  await deleteStored(page, ['indexeddb'])
}

async function deleteStored(page: Page, storageTypes: readonly string[]): Promise<void> {
  const { origin } = new URL(page.url())
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: storageTypes.join() })
  await devTools.detach()
}
