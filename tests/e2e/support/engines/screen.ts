import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { WAIT_MS_MAX } from '#tests/support/patience.ts'
import { ELEMENT_KEY, type WebDriver } from './webdriver.ts'

// Testing Library finds elements as people do: by role and name, and only visible ones.
const LIBRARY = new URL(
  import.meta.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
)

/** How an element is found: by its role and name, by its label, or by its text. */
export type Target =
  | { readonly role: string; readonly name: string }
  | { readonly label: string }
  | { readonly text: string }

const ESCAPE = '\uE00C'
/** Pauses in ms between checks of the page. The runner's default pauses grow to a second. */
const LOOKS = [50]
/** Finding an element takes longer. */
const FINDS = [100]

/** A page of any browser that speaks WebDriver. While a dialog is open, only the dialog counts. */
export class Screen {
  readonly #driver: WebDriver
  readonly #origin: string

  constructor(driver: WebDriver, origin: string) {
    this.#driver = driver
    this.#origin = origin
  }

  async goto(path: string): Promise<void> {
    await this.#driver.send('navigate', { url: `${this.#origin}${path}` })
  }

  /** Navigates like a link, without a reload. */
  async walkTo(path: string): Promise<void> {
    await this.evaluate(WALK, path)
  }

  async reload(): Promise<void> {
    await this.#driver.send('refresh')
  }

  /** Sets the size of the page, not of the window. */
  async resize(width: number, height: number): Promise<void> {
    const size = () => this.evaluate<[number, number]>('return [innerWidth, innerHeight]')
    const [innerWidth, innerHeight] = await size()
    if (innerWidth === width && innerHeight === height) return
    const rect = (await this.#driver.send('readRect')) as { width: number; height: number }
    await this.#driver.send('setRect', {
      x: 0,
      y: 0,
      width: rect.width + width - innerWidth,
      height: rect.height + height - innerHeight,
    })
    await expect.poll(size, { intervals: LOOKS }).toEqual([width, height])
  }

  async click(target: Target): Promise<void> {
    await this.#with(target, async (id) => {
      const place = await this.#placeOf(id)
      // A click goes to a position on the screen and would miss an element that still moves.
      await sleep(FRAMES_MS)
      if (!place || place !== (await this.#placeOf(id))) throw new Error('it cannot be pressed yet')
      await this.#driver.send('click', { id })
    })
  }

  /** @returns null while the element is disabled */
  #placeOf(id: string): Promise<string | null> {
    return this.evaluate(PLACE, { [ELEMENT_KEY]: id })
  }

  async fill(label: string, text: string): Promise<void> {
    await this.#with({ label }, async (id) => {
      await this.#driver.send('clear', { id })
      await this.#driver.send('type', { id, text })
    })
  }

  /** Chooses a file from this machine. */
  async attach(label: string, path: string): Promise<void> {
    await this.#with({ label }, (id) => this.#driver.send('type', { id, text: path }))
  }

  async pressEscape(): Promise<void> {
    const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: ESCAPE }))
    await this.#driver.send('act', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  async sees(target: Target): Promise<void> {
    await this.#counted(target).toBeGreaterThan(0)
  }

  async misses(target: Target): Promise<void> {
    await this.#counted(target).toBe(0)
  }

  /** Asserts on the result of a script that runs in the page. */
  polled(script: string, message = script) {
    return expect.poll(() => this.evaluate(script), { intervals: LOOKS, message })
  }

  evaluate<Result>(script: string, ...args: readonly unknown[]): Promise<Result> {
    return this.#driver.send('execute', { script, args }) as Promise<Result>
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from((await this.#driver.send('screenshot')) as string, 'base64')
  }

  close(): Promise<void> {
    return this.#driver.close()
  }

  /** An element may be replaced between being found and being used, so it is looked up again. */
  async #with(target: Target, use: (id: string) => Promise<unknown>): Promise<void> {
    await expect(async () => {
      const element = await this.#find<Readonly<Record<string, string>> | null>(target, 'first')
      if (!element) throw new Error(`there is no ${wordsOf(target)}`)
      await use(element[ELEMENT_KEY] ?? '')
    }).toPass({ timeout: WAIT_MS_MAX, intervals: FINDS })
  }

  #counted(target: Target) {
    return expect.poll(() => this.#find<number>(target, 'count'), {
      intervals: FINDS,
      message: wordsOf(target),
    })
  }

  async #find<Result>(target: Target, want: 'first' | 'count'): Promise<Result> {
    const result = await this.evaluate<Result | typeof NO_LIBRARY>(FIND, target, want)
    if (result !== NO_LIBRARY) return result
    await this.evaluate(`${await library()}; window.TestingLibraryDom = TestingLibraryDom`)
    return this.#find(target, want)
  }
}

const FRAMES_MS = 50

const PLACE = `
  const [element] = arguments
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.disabled ? null : [x, y, width, height].join()
`

const WALK = `
  history.pushState({}, '', arguments[0])
  dispatchEvent(new PopStateEvent('popstate', { state: {} }))
`

/** The result in a page that has been reloaded, where the library is missing. */
const NO_LIBRARY = 'no library'

const FIND = `
  const [target, want] = arguments
  if (!window.TestingLibraryDom) return '${NO_LIBRARY}'
  const { within } = window.TestingLibraryDom
  const dialogs = document.querySelectorAll('dialog[open]')
  const scope = within(dialogs[dialogs.length - 1] ?? document.body)
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true })
  const named = (name) => scope.queryAllByRole(target.role, { name })
  const holds = (name) => name.includes(target.name)
  const found = target.role
    ? [named(target.name), named(holds)].find(({ length }) => length > 0) ?? []
    : target.label
      ? scope.queryAllByLabelText(target.label)
      : scope.queryAllByText(target.text, { exact: false }).filter(isShown)
  return want === 'count' ? found.length : (found[0] ?? null)
`

let read: Promise<string> | undefined

function library(): Promise<string> {
  read ??= readFile(LIBRARY, 'utf8')
  return read
}

function wordsOf(target: Target): string {
  return Object.values(target).join(' ')
}
