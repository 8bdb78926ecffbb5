import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { withBenchServer } from '#scripts/bench/bench-server.ts'
import { signIn } from '#scripts/bench-pwa/browser.ts'
import { buildPwa, isPwaStale } from '#scripts/build-pwa.ts'
import { CHROMIUM_SWITCHES, chromiumPath } from '#scripts/chromium.ts'
import { DEMO_USER, seedDemo } from '#scripts/seed-demo.ts'
import { buildApp } from '#server/app.ts'
import type { Services } from '#server/services.ts'

/**
 * Takes the screenshots that browsers show before they install the app, with the demo's data:
 * `node scripts/make-screenshots.ts`. The manifest names them.
 */

const FOLDER = new URL('../pwa/public/screenshots/', import.meta.url)
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }
const DESKTOP = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 }
const QUALITY = 78
/** Charts and prices appear after the page. */
const SETTLED_MS = 3_000

const SCREENS = [
  { name: 'home', path: '/', screen: PHONE },
  { name: 'exchange', path: '/exchange', screen: PHONE },
  { name: 'portfolio', path: '/?open=portfolio', screen: PHONE },
  { name: 'exchange-wide', path: '/exchange', screen: DESKTOP },
] as const

await withBenchServer(prepareServer, async ({ port }) => {
  const origin = `http://127.0.0.1:${port}`
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [...CHROMIUM_SWITCHES],
  })
  for (const { name, path, screen } of SCREENS) {
    const context = await browser.newContext({ ...screen, colorScheme: 'dark', locale: 'en-US' })
    const page = await context.newPage()
    await signIn(page, { origin, ...DEMO_USER })
    await page.goto(origin + path)
    await page.waitForTimeout(SETTLED_MS)
    await save(page, name)
    await context.close()
  }
  await browser.close()
})
process.exit(0)

async function prepareServer(services: Services): Promise<void> {
  if (isPwaStale()) await buildPwa()
  const app = await buildApp(services)
  await seedDemo(app, services)
  await app.close()
}

async function save(page: Page, name: string): Promise<void> {
  const picture = sharp(await page.screenshot()).webp({ quality: QUALITY })
  await picture.toFile(new URL(`${name}.webp`, FOLDER).pathname)
}
