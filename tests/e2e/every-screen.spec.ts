import type { Page } from '@playwright/test'
import { dialogsOf, screensOf } from '#pwa/feature.ts'
import { FEATURES } from '#pwa/features/index.ts'
import { violationsOf } from '#scripts/accessibility-violations.ts'
import { OF_A_CUSTOMER, OF_STAFF, WITHOUT_SESSION } from './support/every-screen.ts'
import { expect, test } from './support/journey.ts'
import { Judge } from './support/judge.ts'
import { layoutFaultsOf } from './support/layout-faults.ts'
import {
  dropProposal,
  LONG_AMOUNT,
  longNamedStaff,
  type Names,
  withLongCases,
  withLongTexts,
} from './support/long-texts.ts'
import {
  CLAIMED,
  MORE_OF_A_CUSTOMER,
  MORE_OF_STAFF,
  MORE_WITHOUT_SESSION,
  type Step,
} from './support/more-screens.ts'
import { LONGER } from './support/other-languages.ts'
import { overlapsOf } from './support/overlaps.ts'
import { withReserves } from './support/reserves.ts'
import { NOWHERE, walkTo } from './support/walk.ts'

const SCREENS = {
  customer: [...MORE_OF_A_CUSTOMER, ...OF_A_CUSTOMER],
  staff: [...CLAIMED, ...OF_STAFF, ...MORE_OF_STAFF],
  visitor: [...WITHOUT_SESSION, ...MORE_WITHOUT_SESSION],
} satisfies Readonly<Record<string, readonly Step[]>>

/**
 * The languages to check instead, one or more: `SCREEN_LANGUAGES=ar npm run e2e -- every-screen`.
 * By default only the pages without a session are checked in other languages.
 */
const CHOSEN = process.env.SCREEN_LANGUAGES?.split(',')
// Each of these visits dozens of screens, which takes longer than other journeys.
test.describe.configure({ mode: 'parallel', timeout: CHOSEN ? 3_600_000 : 900_000 })

/**
 * The proof of a deposit on a screen of this width and height, and the minimum height of the proof.
 */
const PROOFS = [
  [1920, 1080, 500],
  [1440, 900, 280],
  [1024, 768, 150],
  [768, 1024, 150],
  [390, 844, 150],
] as const

/** The main table of each page of staff that has one. */
const TABLES = [
  ['/admin/audit', 'Actions'],
  ['/admin/loans', 'Loan applications'],
  ['/admin/dashboard', 'Pending Orders'],
  ['/admin/dashboard?tab=pending-orders', 'Pending Orders'],
  ['/admin/dashboard?tab=order-history', 'Order History'],
] as const

test('every page and dialog that a feature declares is visited', () => {
  const visited = new Set(Object.values(SCREENS).flatMap((steps) => steps.map(({ path }) => path)))
  const pages = screensOf(FEATURES).map(({ path }) => path)
  const dialogs = dialogsOf(FEATURES).map(({ name }) => `/?open=${name}`)
  expect([...pages, ...dialogs].filter((path) => !visited.has(path))).toEqual([])
})

test('no page or dialog of a customer is cut or has accessibility violations', async ({
  people,
  open,
  server,
}) => {
  const person = await withLongTexts(people)
  await server.signLog()
  const page = await (await open(person)).newPage()
  await judgeEach(page, SCREENS.customer)

  await test.step('the futures form can be sent without scrolling while a trade runs', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await walkTo(page, '/futures')
    await expect(page.getByRole('button', { name: 'CONFIRM' })).toBeInViewport({ ratio: 1 })
  })
})

test('no page or dialog of staff is cut or has accessibility violations', async ({
  people,
  open,
  server,
}) => {
  const names = await withLongCases(people, server)
  const staff = await longNamedStaff(people)
  await withReserves(staff, LONG_AMOUNT, server.now())
  await server.signLog()
  const page = await (await open(staff)).newPage()
  await judgeEach(page, SCREENS.staff, names)
  await dropProposal(staff)

  await test.step('staff tables use the width of a wide screen', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    for (const [path, name] of TABLES) {
      await walkTo(page, path)
      const table = page.getByRole('table', { name })
      const width = async () => (await table.boundingBox())?.width
      await expect.poll(width, path).toBeGreaterThan(1_590)
    }
  })

  await test.step('the menu entry of the page is in view, even after the counts have loaded', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/admin/reserves')
    const menu = page.getByRole('navigation', { name: 'Back office' })
    await expect(menu.getByRole('link', { name: /^Review desk \d+ waiting/ })).toBeAttached()
    await expect(menu.getByRole('link', { name: 'Reserves' })).toBeInViewport({ ratio: 1 })
  })

  await test.step('a tablet shows every entry of both menus', async () => {
    for (const width of [768, 820, 1024]) {
      await page.setViewportSize({ width, height: 1024 })
      for (const name of ['Main menu', 'Back office']) {
        const entries = await page.getByRole('navigation', { name }).getByRole('link').all()
        expect(entries.length).toBeGreaterThan(7)
        for (const entry of entries) await expect(entry).toBeInViewport({ ratio: 1 })
      }
    }
  })

  await test.step('a deposit shows its proof once, without scrolling', async () => {
    for (const [width, height, tall] of PROOFS) {
      await page.setViewportSize({ width, height })
      await walkTo(page, '/admin/reviews')
      const waiting = page.getByRole('list', { name: 'Pending requests' })
      await waiting
        .getByRole('link', { name: /^Deposit/ })
        .first()
        .click()
      const proof = page.getByRole('button', { name: 'View the proof' })
      await expect(proof).toBeInViewport({ ratio: 0.5 })
      expect((await proof.boundingBox())?.height).toBeGreaterThanOrEqual(tall)
      await expect(page.getByText('View screenshot')).toHaveCount(0)
    }
  })
})

test('no page without a session is cut or has accessibility violations', async ({ page }) => {
  await judgeEach(page, SCREENS.visitor, {}, CHOSEN ?? ['en', LONGER, 'ar'])

  await test.step('with reduced motion, a change of width starts no transition', async () => {
    const count = await countTransitions(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(await count()).toBe(0)
  })
})

test('faults are found on a screen that is not painted', async ({ page }) => {
  await page.goto('/login')
  const judge = await Judge.of(page)
  await judge.judge('/login')
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.evaluate(() => {
    const heading = document.querySelector('h1')
    const cut = { width: '2em', overflow: 'hidden', whiteSpace: 'nowrap' }
    Object.assign(heading?.style ?? {}, cut, { color: '#888', backgroundColor: '#999' })
    heading?.after(document.createElement('img'))
    const dimmed = Object.assign(document.createElement('p'), { textContent: 'Pending' })
    dimmed.style.opacity = '0.45'
    heading?.after(dimmed)
    const short = Object.assign(document.createElement('p'), {
      textContent: 'Demo Userson',
      title: 'Demo Userson',
    })
    Object.assign(short.style, cut, { textOverflow: 'ellipsis' })
    heading?.after(short)
    const figure = Object.assign(document.createElement('p'), {
      className: 'num',
      textContent: '$1,234,567.12',
    })
    Object.assign(figure.style, { width: '3em', overflowWrap: 'anywhere', whiteSpace: 'normal' })
    heading?.after(figure)
    const field = document.querySelector('input')
    if (field) field.placeholder = 'One that is a little too long'
    const choice = document.createElement('select')
    choice.append(new Option('Short'), new Option('Longer than the one before'))
    Object.assign(choice.style, { width: '5em', fontSize: '15px' })
    field?.style.setProperty('width', '12em')
    field?.after(choice)
    for (const text of ['Deposit', 'Withdraw']) {
      const line = Object.assign(document.createElement('p'), { textContent: text })
      Object.assign(line.style, { position: 'absolute', insetInlineStart: '0' })
      heading?.before(line)
    }
  })
  expect((await overlapsOf(page)).join()).toContain('"Deposit" over "Withdraw"')
  const faults = await layoutFaultsOf(page)
  expect(faults.join()).toContain('cut: "Log in"')
  expect(faults.join()).toContain('cut: "One that is a little too long"')
  expect(faults.join()).toContain('cut: "Longer than the one before"')
  expect(faults.join()).toContain('dimmed: "Pending"')
  expect(faults.join()).toContain('broken: "1,234,567.12"')
  expect(faults.join()).toMatch(/cut to \d letters: "Demo Userson"/)
  expect(faults.filter((fault) => fault.startsWith('small: '))).toHaveLength(1)
  const rules = (await violationsOf(page)).map(({ rule }) => rule)
  expect(rules).toEqual(expect.arrayContaining(['color-contrast', 'image-alt']))
})

/** Counts the transitions that start after this call. */
async function countTransitions(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = { count: 0 }
    Object.assign(window, { seen })
    document.addEventListener('transitionrun', () => {
      seen.count += 1
    })
  })
  return () =>
    page.evaluate(async () => {
      // One frame applies the width, the next one reports its transitions.
      for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
      return Reflect.get(window, 'seen').count
    })
}

async function judgeEach(
  page: Page,
  steps: readonly Step[],
  names: Names = {},
  languages = CHOSEN,
): Promise<void> {
  await page.goto(NOWHERE)
  const judge = await Judge.of(page, languages)
  for (const { path, act, shows } of steps) {
    await test.step(`${path ?? 'then'} ${shows}`, async () => {
      if (path) await walkTo(page, withNames(path, names))
      if (act) await judge.open()
      await act?.(page, names)
      await page.getByText(shows).filter({ visible: true }).first().waitFor()
      await page.waitForFunction(hasLoaded)
      await judge.judge(act ? undefined : path)
    })
  }
  await judge.open()
}

function withNames(path: string, names: Names): string {
  return path.replaceAll(/:(\w+)/g, (_, name) => names[name] ?? '')
}

/** Runs in the page. */
function hasLoaded(): boolean {
  const loading = document.querySelectorAll('[role="status"][aria-label="Loading"]')
  return [...loading].every((each) => !each.checkVisibility())
}
