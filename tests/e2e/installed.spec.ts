import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { listTrades } from '#shared/contract/spot-orders.ts'
import { NO_NETWORK } from './support/console-watch.ts'
import { leaveCountdown, place, runningCard } from './support/futures.ts'
import { expect, test } from './support/journey.ts'
import type { RunningServer } from './support/running-server.ts'
import {
  buyButton,
  DESKTOP,
  endsAbove,
  endsAboveOnceScrolled,
  fillLimitOrder,
  INSTALLABLE,
  orderTable,
  PHONE,
  untilInstalled,
  WHOLE_BROWSER,
} from './support/screens.ts'
import { walkTo } from './support/walk.ts'

const WORKER = '/service-worker.js'
const GAP_PX_MIN = 8

test.use({ ...INSTALLABLE, ...WHOLE_BROWSER })

test('the service worker takes control of a page that was loaded without it', async ({ page }) => {
  await page.goto('/login')
  await untilInstalled(page)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Page.reload', { ignoreCache: true })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await untilInstalled(page)
})

test('a screen opens offline, and the worker starts only when needed', async ({
  page,
  server,
  console,
}) => {
  console.expects(NO_NETWORK)
  await page.goto('/login')
  await untilInstalled(page)
  await server.network.cut()
  for (const [address, asksWorker] of [
    ['/login', false],
    ['/login?next=market', true],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
    expect(await asksTheWorker(page), address).toBe(asksWorker)
  }
  await server.network.restore()
})

/** Whether the worker served the current page. */
function asksTheWorker(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    return (navigation as PerformanceNavigationTiming).workerStart > 0
  })
}

test('a version whose page is from another release is not installed until all files match', async ({
  page,
  server,
}) => {
  // This happens while servers are replaced: the worker is new and the page is old.
  server.network.append('/index.html', '<!-- of another release -->')
  const before = server.network.count('GET', '/index.html')
  await page.goto('/login')
  // The worker requests it while it installs.
  await expect.poll(() => server.network.count('GET', '/index.html')).toBeGreaterThan(before)
  await expect.poll(() => workersOf(page)).toBe(0)
  server.network.appendNothing()
  await page.reload()
  await untilInstalled(page)
})

/** Number of workers that this browser installs or has installed. */
function workersOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {}
    return [installing, waiting, active].filter(Boolean).length
  })
}

test('the browser reports the app as installable', async ({
  playwright,
  server,
  launchOptions,
}) => {
  // Private windows cannot install apps, so this needs its own profile.
  const profile = await mkdtemp(join(tmpdir(), 'exchange-profile-'))
  const context = await playwright.chromium.launchPersistentContext(profile, launchOptions)
  try {
    const page = await context.newPage()
    await page.goto(`${server.url}/login`)
    await untilInstalled(page)
    const cdp = await context.newCDPSession(page)
    const { errors, data, url } = await cdp.send('Page.getAppManifest')
    expect(errors).toEqual([])
    expect(url).toContain('manifest')
    const manifest = JSON.parse(data ?? '') as { display: string; icons: { purpose?: string }[] }
    expect(manifest.display).toBe('standalone')
    expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
    const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
    expect(installabilityErrors).toEqual([])
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
})

test('a new version asks before it reloads, and never interrupts a submission', async ({
  people,
  open,
  server,
}) => {
  const person = await people.customer({ USDT: '500' })
  const page = await (await open(person)).newPage()
  await page.goto('/exchange')
  await untilInstalled(page)
  await expect(page.getByText('500.00000000').first()).toBeVisible()
  const markLoad = () => page.evaluate(() => Object.assign(globalThis, { isMarked: true }))
  const isReloaded = () => page.evaluate(() => !('isMarked' in globalThis)).catch(() => false)
  const prompt = await offerVersion(page, server, 'another')
  await expect(prompt).toContainText('It takes a second to reload')
  const orderAndReload = async () => {
    const { promise: mayAnswer, resolve: respond } = Promise.withResolvers<void>()
    server.network.plan('POST', '/api/trades', 'delay', () => mayAnswer)
    await fillLimitOrder(page, '10000', '0.01')
    await expect(prompt).toContainText('clears what you have entered')
    await markLoad()
    await buyButton(page).click()
    await prompt.getByRole('button', { name: 'Reload' }).click()
    await expect(prompt).toContainText('as soon as your submission is sent')
    return respond
  }

  const respond = await orderAndReload()
  await page.waitForTimeout(1_500)
  expect(await isReloaded()).toBe(false)
  respond()
  await expect.poll(isReloaded).toBe(true)
  await expect(prompt).toBeHidden()

  await untilInstalled(page)
  await offerVersion(page, server, 'a third')
  const answerNext = await orderAndReload()
  await prompt.getByRole('button', { name: 'Later' }).click()
  answerNext()
  await expect(orderTable(page, 'Current Orders').getByRole('row')).toHaveCount(3)
  await page.waitForTimeout(1_500)
  expect(await isReloaded(), 'Later takes the wish to reload back').toBe(false)
  const orders = await person.api.call(listTrades, { params: { userId: person.user.id } })
  expect(orders).toHaveLength(2)
})

test('a version that the user postpones is not offered again, and each later one is offered', async ({
  page,
  server,
}) => {
  await page.goto('/login')
  await untilInstalled(page)
  for (const name of ['one', 'the next', 'a further', 'the last']) {
    await test.step(`${name} version`, async () => {
      const prompt = await offerVersion(page, server, `${name} put off`)
      await prompt.getByRole('button', { name: 'Later' }).click()
      await expect(prompt).toBeHidden()
      await lookForUpdate(page)
      await expect(prompt).toBeHidden()
    })
  }
})

test('the prompt of a new version does not cover a trade, a notice, a bar or the end of a page', async ({
  people,
  open,
  server,
}) => {
  const page = await (await open(await people.customer({ USDT: '500' }))).newPage()
  await page.goto('/futures')
  await untilInstalled(page)
  await place(page, { amount: '60', node: '600 s' })
  await leaveCountdown(page)
  const notice = page.getByRole('region', { name: 'Notifications (F8)' })
  await expect(notice.getByText('Trade running')).toBeVisible()
  const prompt = await offerVersion(page, server, 'one more')
  const inFront = {
    prompt,
    notice,
    trade: runningCard(page),
    'top bar': page.getByRole('banner'),
    'bottom bar': page.getByRole('navigation', { name: 'Main', exact: true }),
    button: page.getByRole('button', { name: 'CONFIRM' }),
  }
  const main = page.getByRole('main')
  const content = main.locator('> *').last()
  const steps = [
    ['/futures', PHONE, () => endsAbove(notice, main)],
    ['/futures', DESKTOP, () => endsAbove(inFront.button, inFront.trade, GAP_PX_MIN)],
    ['/market', DESKTOP, () => endsAboveOnceScrolled(content, prompt)],
    ['/market', PHONE, () => endsAboveOnceScrolled(content, prompt)],
  ] as const
  for (const [path, screen, isClear] of steps) {
    await test.step(`${path} at ${screen.width}`, async () => {
      await page.setViewportSize(screen)
      if (!page.url().endsWith(path)) await walkTo(page, path)
      await page.evaluate(() => scrollTo(0, 0))
      await expect.poll(() => meetingsOf(inFront)).toEqual([])
      await expect.poll(isClear).toBe(true)
    })
  }
})

/** Serves a changed worker and makes the page check for it. */
async function offerVersion(page: Page, server: RunningServer, name: string): Promise<Locator> {
  server.network.append(WORKER, `\n// ${name} version\n`)
  await lookForUpdate(page)
  const prompt = page.getByRole('region', { name: 'Update' })
  await expect(prompt).toBeVisible()
  return prompt
}

async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
}

/** The visible elements that overlap. */
async function meetingsOf(elements: Readonly<Record<string, Locator>>): Promise<string[]> {
  const boxes = await Promise.all(
    Object.entries(elements).map(async ([name, element]) => {
      const isShown = await element.isVisible()
      return { name, box: isShown ? await element.boundingBox() : null }
    }),
  )
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => one.box && other.box && meets(one.box, other.box))
      .map((other) => `${one.name} and ${other.name}`),
  )
}

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

function meets(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  )
}
