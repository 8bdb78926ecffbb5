import type { CDPSession, Page } from '@playwright/test'
import { violationsOf } from '#scripts/accessibility-violations.ts'
import { expect } from './journey.ts'
import { largeTextFaultsOf, layoutFaultsOf } from './layout-faults.ts'
import { LONGER, speak, untranslatedOn } from './other-languages.ts'
import { overlapsOf } from './overlaps.ts'

/** Two phones, a tablet and three desktops. */
const SIZES = [
  [320, 844],
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1440, 900],
  [1920, 1080],
] as const

/** The sizes at which other languages are checked. */
const SIZES_OF_LANGUAGES = [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const

type Size = (typeof SIZES)[number] | (typeof SIZES_OF_LANGUAGES)[number]

const NARROWEST = SIZES[0][0]
const PHONE = SIZES[1][0]
const DESKTOP = SIZES[4][0]
/** Narrower screens are touch screens. */
const FIRST_WITHOUT_TOUCH = SIZES[3][0]

/** Full pages, which are also checked with the user preferences below. */
const DENSE = ['/', '/futures', '/exchange', '/profile', '/admin/dashboard?tab=analytics']
const WISHES: readonly Look[] = [
  { contrast: 'more', colorScheme: 'dark' },
  { contrast: 'more', colorScheme: 'light' },
  { forcedColors: 'active', colorScheme: 'light' },
  { forcedColors: 'active', colorScheme: 'dark' },
]
const ENGLISH = 'en'
const NO_WISH = { contrast: null, forcedColors: null } as const
const DARK: Look = { colorScheme: 'dark' }
const LIGHT: Look = { colorScheme: 'light' }

type Look = NonNullable<Parameters<Page['emulateMedia']>[0]>

// A screen may still move or load when it is first checked, but a real fault stays.
const AT_REST = { timeout: 20_000, intervals: [200, 500, 1_000] }
const soft = expect.configure({ soft: true })

/**
 * Checks the screens of one page, each once: for layout faults at every size, and on a phone also
 * with text at twice the size; on a phone by all axe rules in the dark theme, and for contrast in
 * the light one; pages on a desktop by all rules again, since a wide screen has the same dialogs.
 * Other languages are checked at three sizes, and for untranslated texts.
 */
export class Judge {
  readonly #page: Page
  readonly #devTools: CDPSession
  readonly #languages: readonly string[]
  #look = LIGHT
  #isTouched = false
  #isPainted = true

  private constructor(page: Page, devTools: CDPSession, languages: readonly string[]) {
    this.#page = page
    this.#devTools = devTools
    this.#languages = languages
  }

  static async of(page: Page, languages: readonly string[] = [ENGLISH]): Promise<Judge> {
    const judge = new Judge(page, await page.context().newCDPSession(page), languages)
    await judge.#take(SIZES[0])
    await page.evaluate(showAlone)
    return judge
  }

  /** Checks the current screen, or the page at the path if it has one. */
  async judge(path?: string): Promise<void> {
    await this.#paint(false)
    for (const language of this.#languages) {
      if (language === ENGLISH) await this.#judgeEnglish(path)
      else await this.#judgeTranslation(language)
    }
  }

  async #judgeEnglish(path: string | undefined): Promise<void> {
    const hasDialog = (await this.#page.locator('dialog[open]').count()) > 0
    // On the largest screen a dialog is as wide as on the second largest, and has more room below.
    const sizes = hasDialog ? SIZES.slice(0, -1) : SIZES
    // The previous screen has left the page narrow and light, or wide and dark.
    const isNarrow = this.#page.viewportSize()?.width === NARROWEST
    for (const size of isNarrow ? sizes : sizes.toReversed()) {
      const [width] = size
      await this.#expectLayout(size, ENGLISH)
      if (width === PHONE) await this.#expectLayoutOfLargeText()
      const looks = this.#looksAt(width, hasDialog ? undefined : path)
      for (const look of looks) await this.#judgeIn(look)
    }
  }

  /**
   * The screen is opened in English, by the names of its buttons, and then switched to the
   * language.
   */
  async #judgeTranslation(language: string): Promise<void> {
    await speak(this.#page, language)
    if (language === LONGER) {
      await this.#expectNone(() => untranslatedOn(this.#page), 'texts outside the catalogue')
    }
    for (const size of SIZES_OF_LANGUAGES) {
      await this.#expectLayout(size, language)
      for (const look of this.#look === LIGHT ? [LIGHT, DARK] : [DARK, LIGHT]) {
        await this.#judgeIn(look, language)
      }
    }
    await speak(this.#page, ENGLISH)
  }

  async #expectLayout(size: Size, language: string): Promise<void> {
    await this.#take(size)
    const message = `layout at ${size[0]} in ${language}`
    await this.#expectNone(() => layoutFaultsOf(this.#page), message)
    await this.#expectNone(() => overlapsOf(this.#page), `texts at ${size[0]} in ${language}`)
  }

  async #expectLayoutOfLargeText(): Promise<void> {
    await this.#page.evaluate(setTextSize, '200%')
    await this.#expectNone(() => largeTextFaultsOf(this.#page), 'layout with text of 200 %')
    await this.#page.evaluate(setTextSize, '')
  }

  /** Makes the screen clickable again: elements that are not painted cannot be clicked. */
  async open(): Promise<void> {
    await this.#paint(true)
  }

  async #paint(isPainted: boolean): Promise<void> {
    if (isPainted === this.#isPainted) return
    await this.#page.evaluate(
      (is) => document.body.toggleAttribute('data-unpainted', !is),
      isPainted,
    )
    this.#isPainted = isPainted
  }

  #looksAt(width: number, page: string | undefined): readonly Look[] {
    if (width === DESKTOP) return page === undefined ? [] : [DARK]
    if (width !== PHONE) return []
    const themes = this.#look === LIGHT ? [LIGHT, DARK] : [DARK, LIGHT]
    return page !== undefined && DENSE.includes(page) ? [...WISHES, ...themes] : themes
  }

  async #judgeIn(look: Look, language = ENGLISH): Promise<void> {
    if (look !== this.#look) {
      await this.#page.emulateMedia({ ...NO_WISH, ...look })
      await untilColoursSettle(this.#page)
      this.#look = look
    }
    const rules = look === DARK ? [] : ['color-contrast']
    const message = `${JSON.stringify(look)} in ${language}`
    await this.#expectNone(() => violationsOf(this.#page, ...rules), message)
  }

  async #expectNone(find: () => Promise<unknown[]>, message: string): Promise<void> {
    if ((await find()).length === 0) return
    const { pathname, search } = new URL(this.#page.url())
    const where = `${message} on ${pathname}${search}`
    await soft.poll(find, { ...AT_REST, message: where }).toEqual([])
  }

  async #take([width, height]: Size): Promise<void> {
    const isTouched = width < FIRST_WITHOUT_TOUCH
    if (isTouched !== this.#isTouched) {
      await this.#devTools.send('Emulation.setTouchEmulationEnabled', { enabled: isTouched })
      this.#isTouched = isTouched
    }
    await this.#page.setViewportSize({ width, height })
  }
}

/** Runs in the page. */
function setTextSize(size: string): void {
  document.documentElement.style.fontSize = size
}

/** Waits until the colour transitions between themes have ended. */
async function untilColoursSettle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const ending = document
      .getAnimations()
      .filter(({ timeline }) => timeline === document.timeline)
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/**
 * Runs in the page. Renders off-screen content too, so that it is checked with current colours. The
 * page below a dialog is not rendered: it is inert, is checked separately, and costs as much as the
 * dialog. An empty clip keeps layout and colours, but paints nothing.
 */
function showAlone(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    * { content-visibility: visible !important }
    body:has(> dialog[open]) > #root { display: none }
    [data-unpainted] > #root, [data-unpainted] > dialog > div { clip-path: polygon(0 0, 0 0, 0 0) }
  `)
  document.adoptedStyleSheets.push(sheet)
}
