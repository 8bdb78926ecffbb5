import type { Page } from '@playwright/test'
import { barriersOf } from '#scripts/barriers.ts'
import {
  OF_A_CUSTOMER,
  OF_STAFF,
  type Screen,
  WITHOUT_SESSION,
  withEverything,
} from './support/every-screen.ts'
import { expect, test } from './support/journey.ts'
import { NOWHERE, walkTo } from './support/walk.ts'

// Retry while colours are in transition or the first answer is loading.
const AT_REST = { timeout: 20_000, intervals: [250, 500, 1_000] }
const settled = expect.configure({ soft: true })

test('screens without a session have no accessibility barriers', async ({ page, isMobile }) => {
  await judge(page, WITHOUT_SESSION, isMobile)
})

test('dialogs of the home page have no accessibility barriers', async ({
  people,
  open,
  isMobile,
}) => {
  const page = await (await open(await withEverything(people))).newPage()
  await judge(page, OF_A_CUSTOMER.filter(isAtHome), isMobile)
})

test('other pages of a customer have no accessibility barriers', async ({
  people,
  open,
  isMobile,
}) => {
  const page = await (await open(await withEverything(people))).newPage()
  await judge(
    page,
    OF_A_CUSTOMER.filter((screen) => !isAtHome(screen)),
    isMobile,
  )
})

test('pages and dialogs of staff have no accessibility barriers', async ({
  people,
  open,
  isMobile,
}) => {
  await withEverything(people)
  await judge(await (await open(await people.staff())).newPage(), OF_STAFF, isMobile)
})

/**
 * A phone checks every screen in the dark theme, and the contrast again in the light one. A wide
 * screen has the same colours and dialogs, so only its pages are checked.
 */
async function judge(page: Page, screens: readonly Screen[], isMobile: boolean): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.goto(NOWHERE)
  await drawEverything(page)
  for (const { path, act, shows } of isMobile ? screens : screens.filter(isPage)) {
    await test.step(`${path} ${shows}`, async () => {
      await walkTo(page, path)
      await act?.(page)
      await page.getByText(shows).filter({ visible: true }).first().waitFor()
      await settled.poll(() => barriersOf(page), { ...AT_REST, message: 'dark' }).toEqual([])
      if (!isMobile) return
      await page.emulateMedia({ colorScheme: 'light' })
      await untilColoursSettle(page)
      const contrast = () => barriersOf(page, 'color-contrast')
      await settled.poll(contrast, { ...AT_REST, message: 'light' }).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      if (!act && DENSE.includes(path)) await judgeContrast(page)
    })
  }
}

/** Full pages, on which the wishes that follow are checked as well. */
const DENSE = ['/', '/futures', '/exchange', '/profile', '/admin/dashboard?tab=analytics']
const WISHES = [
  { contrast: 'more', colorScheme: 'dark' },
  { contrast: 'more', colorScheme: 'light' },
  { forcedColors: 'active', colorScheme: 'dark' },
  { forcedColors: 'active', colorScheme: 'light' },
] as const
const NO_WISH = { contrast: null, forcedColors: null } as const

/** With more contrast, and in colours that the system forces. */
async function judgeContrast(page: Page): Promise<void> {
  for (const wish of WISHES) {
    await page.emulateMedia({ ...NO_WISH, ...wish })
    await untilColoursSettle(page)
    const contrast = () => barriersOf(page, 'color-contrast')
    await settled.poll(contrast, { ...AT_REST, message: JSON.stringify(wish) }).toEqual([])
  }
  await page.emulateMedia({ ...NO_WISH, colorScheme: 'dark' })
}

/** Waits until the colour transitions between themes have ended. */
async function untilColoursSettle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/** Renders off-screen content too, so that it is checked with current colours. */
async function drawEverything(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(sheet)
  })
}

function isAtHome({ path }: Screen): boolean {
  return path.startsWith('/?')
}

function isPage({ path, act }: Screen): boolean {
  return !act && !path.includes('open=')
}
