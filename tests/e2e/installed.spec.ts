import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { listTrades } from '#shared/contract/spot-orders.ts'
import { NO_NETWORK } from './support/console-watch.ts'
import { expect, test } from './support/journey.ts'
import {
  buyButton,
  fillLimitOrder,
  INSTALLABLE,
  untilInstalled,
  WHOLE_BROWSER,
} from './support/screens.ts'

const WORKER = '/service-worker.js'

test.use({ ...INSTALLABLE, ...WHOLE_BROWSER })

test('the worker takes over a page that was loaded without it', async ({ page }) => {
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
  await page.evaluate(() => Object.assign(globalThis, { isFirstLoad: true }))
  const isFirstLoad = () => page.evaluate(() => 'isFirstLoad' in globalThis)

  server.network.append(WORKER, '\n// another version\n')
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  const prompt = page.getByRole('region', { name: 'Update' })
  await expect(prompt).toBeVisible()

  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  server.network.plan('POST', '/api/trades', 'delay', () => mayAnswer)
  await fillLimitOrder(page, '10000', '0.01')
  await buyButton(page).click()
  await prompt.getByRole('button', { name: 'Reload' }).click()
  await expect(prompt).toContainText('as soon as your submission is sent')
  await page.waitForTimeout(1_500)
  expect(await isFirstLoad()).toBe(true)

  answer()
  await expect.poll(() => isFirstLoad().catch(() => true)).toBe(false)
  await expect(prompt).toBeHidden()
  const orders = await person.api.call(listTrades, { params: { userId: person.user.id } })
  expect(orders).toHaveLength(1)
})
