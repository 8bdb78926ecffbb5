import { expect } from '@playwright/test'
import { supportedBrowsers } from '#pwa/supported-browsers.ts'
import {
  allScripts,
  initialJsBytes,
  initialScripts,
  scriptNamed,
} from '#scripts/bench-pwa/initial-js.ts'
import { test } from './support/journey.ts'
import { INSTALLABLE, passUntil, SOON, untilInstalled } from './support/screens.ts'
import { emptyKeptResponses, storedIn } from './support/stored.ts'
import { walkTo } from './support/walk.ts'

test.use({ ...INSTALLABLE, stage: 'first' })

/** Enough for several attempts of the app to load what it lacks. */
const ATTEMPTS = { stepMs: 5_000, steps: 12 }

/** A dialog that contains each kind of field. */
const FIELDS = [
  ['loan-application', 'textarea'],
  ['convert', 'select'],
  ['convert', 'input[inputmode="decimal"]'],
] as const

test('every start loads less than 84 KB of scripts before its first paint', async () => {
  const whatToDo =
    'each screen that a feature declares is loaded at every start, about 0.2 KB: load something else on demand'
  expect((await initialJsBytes()) / 1_024, whatToDo).toBeLessThan(84)
})

test('the QR scanner and its library are loaded only when it opens', async () => {
  const [all, first] = [await allScripts(), await initialScripts()]
  for (const chunk of [/^assets\/scan-dialog-/, /^assets\/decode-/]) {
    expect(all.filter((path) => chunk.test(path))).toHaveLength(1)
    expect(first.filter((path) => chunk.test(path))).toEqual([])
  }
})

test('the app opens, sends no requests to other origins and survives a server restart', async ({
  page,
  server,
}) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== server.url) foreign.push(request.url())
  })
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Files still loading when the server stops would fail; an installed app has all of them.
  await untilInstalled(page)
  await page.waitForLoadState('networkidle')
  await server.stop('SIGKILL')
  await server.start()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The reload may come from the cache.
  const response = await page.request.get('/login', { headers: { accept: 'text/html' } })
  expect(response.status(), 'of the restarted server').toBe(200)
  expect(foreign).toEqual([])
})

test('a first start continues without a reload after the network failed', async ({
  people,
  open,
  server,
  console,
}) => {
  console.expects(/the server responded with a status of 503/)
  const context = await open(await people.customer({ USDT: '1234' }))
  await context.clock.install()
  const page = await context.newPage()
  // The page requests its frame twice: to preload it, and to run it.
  for (const part of ['frame', 'frame', 'run', 'signed-in', 'deposit-dialog', 'candle-canvas']) {
    server.network.plan('GET', await scriptNamed(part), 'refuse')
  }
  await page.goto('/')
  const balance = page.getByText('1,234').first()
  await passUntil(context, ATTEMPTS, () => expect(balance).toBeVisible(SOON))
  await walkTo(page, '/exchange')
  const chart = page.getByRole('figure').locator('canvas').first()
  await passUntil(context, ATTEMPTS, () => expect(chart).toBeVisible(SOON))
})

test('an app that fails on data stored by an earlier version opens without it', async ({
  people,
  open,
  console,
}) => {
  console.expects(/Cannot read properties of undefined/)
  const page = await (await open(await people.customer({ USDT: '1234' }))).newPage()
  const balance = page.getByText('1,234.00').first()
  await page.goto('/')
  await expect(balance).toBeVisible()
  await expect.poll(() => storedIn(page, 'kept').then((rows) => rows.length)).toBeGreaterThan(5)
  // Simulates data stored before responses had any of their present fields.
  await emptyKeptResponses(page)
  await page.reload()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(balance).toBeVisible()
})

test('a first visit opens once the app can be loaded', async ({ context, server, console }) => {
  console.expects(/the server responded with a status of 503/)
  await context.clock.install()
  const page = await context.newPage()
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 503) refused.push(new URL(response.url()).pathname)
  })
  const script = await scriptNamed('index')
  // Before the page reloads, it checks that the server responds. A second refusal is spare: if time
  // passes faster than the journey looks, the page still waits.
  for (const path of [script, '/', '/']) server.network.plan('GET', path, 'refuse')
  await page.goto('/login')
  await passUntil(context, ATTEMPTS, () =>
    expect.poll(() => refused, SOON).toEqual(expect.arrayContaining([script, '/'])),
  )
  await expect(page.getByRole('status'), 'it still waits').toHaveText('Loading')
  await passUntil(context, ATTEMPTS, () => expect(page.getByLabel('Email')).toBeVisible(SOON))
})

test('a browser that is too old gets a notice and runs nothing else', async ({ page, server }) => {
  await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'any'))
  const before = server.network.passages.length
  // The page stops loading halfway, so wait only for its first bytes.
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Keel needs a newer browser' })).toBeVisible()
  await expect(page.getByText(supportedBrowsers())).toBeVisible()
  const asked = server.network.passages.slice(before).map(({ path }) => path)
  expect(asked.filter((path) => /^\/api|^\/ws/.test(path))).toEqual([])
  expect(await page.evaluate(() => document.scripts.length), 'only the one that looks').toBe(1)
})

test('a phone in landscape keeps clear of the notch and does not zoom into fields', async ({
  people,
  open,
}) => {
  const page = await (await open(await people.customer())).newPage()
  await page.setViewportSize({ width: 844, height: 390 })
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: 47, right: 47 } })
  for (const [dialog, kind] of FIELDS) {
    await page.goto(`/?open=${dialog}`)
    const field = page.getByRole('dialog').locator(kind).first()
    await expect(field).toHaveCSS('font-size', '16px')
  }
  const boxes = [page.locator('#content'), page.locator('dialog > div[data-state]')]
  for (const box of boxes) {
    const { x = 0, width = 0 } = (await box.boundingBox()) ?? {}
    expect(x).toBeGreaterThanOrEqual(47)
    expect(x + width).toBeLessThanOrEqual(844 - 47)
  }
})

test('from the second visit, an iPhone shows how to install the app', async ({ people, open }) => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
  const context = await open(await people.customer(), { userAgent })
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'PushManager'))
  const first = await context.newPage()
  await first.goto('/profile')
  await expect(first.getByText(/installing the app enables notifications/)).toBeVisible()
  const second = await context.newPage()
  await second.goto('/')
  const banner = second.getByRole('region', { name: 'Install the app' })
  await banner.getByRole('link', { name: 'Show me how' }).click()
  const steps = second.getByRole('listitem').filter({ has: second.getByRole('heading') })
  await expect(steps.getByRole('heading')).toHaveText([
    /Tap Share/,
    /Choose Add to Home Screen/,
    /Open Keel there/,
  ])
  for (const step of await steps.all()) {
    const drawing = step.locator('svg[aria-hidden="true"]')
    await expect(drawing).toBeVisible()
    const { width = 0, height = 0 } = (await drawing.boundingBox()) ?? {}
    expect([width, height].map(Math.round), 'size of the drawing').toEqual([112, 155])
  }
  await second.goBack()
  await banner.getByRole('button', { name: 'Dismiss' }).click()
  await expect(banner).toBeHidden()
  await first.reload()
  await expect(first.getByRole('heading', { name: 'My Account' })).toBeVisible()
  await expect(first.getByRole('region', { name: 'Install the app' })).toBeHidden()
})

test('the app shows the latest URL if it changes during start-up', async ({ page }) => {
  // Change the URL just before the router starts to listen.
  await page.addInitScript(() => {
    const listen = window.addEventListener
    window.addEventListener = (type: string, listener: EventListenerOrEventListenerObject) => {
      if (type === 'popstate') {
        window.addEventListener = listen
        history.pushState({}, '', '/signup')
        dispatchEvent(new PopStateEvent('popstate', { state: {} }))
      }
      listen(type, listener)
    }
  })
  await page.goto('/login')
  await expect(page.getByLabel('Full name')).toBeVisible()
})
