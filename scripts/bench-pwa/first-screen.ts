import type { Profile } from './browser.ts'

/** Brotli bytes of every script that a first visit fetches until the log-in form can be used. */
export async function firstScreenJsBytes(profile: Profile, origin: string): Promise<number> {
  const context = await profile.open()
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(`${origin}/login`)
  await page.getByRole('button', { name: 'Log in' }).waitFor()
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => new URL(entry.name).pathname.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  )
  await context.close()
  return bytes
}

/** Chromium's reasons against installing the app; empty if it can be installed. */
export async function installabilityErrors(profile: Profile, origin: string): Promise<string[]> {
  const context = await profile.open()
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(`${origin}/login`)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const session = await context.newCDPSession(page)
  const { installabilityErrors: errors } = await session.send('Page.getInstallabilityErrors')
  await context.close()
  return errors.map((error) => error.errorId)
}
