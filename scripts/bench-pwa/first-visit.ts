import type { Profile } from './browser.ts'

interface FirstVisit {
  /** Brotli bytes of every script that is fetched until the log-in form can be used. */
  readonly jsBytes: number
  /** Chromium's reasons against installing the app; empty if it can be installed. */
  readonly installabilityErrors: readonly string[]
}

export async function firstVisit(profile: Profile, origin: string): Promise<FirstVisit> {
  const context = await profile.open()
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(`${origin}/login`)
  await page.getByRole('button', { name: 'Log in', exact: true }).waitFor()
  const jsBytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => new URL(entry.name).pathname.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  )
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const session = await context.newCDPSession(page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  await context.close()
  return { jsBytes, installabilityErrors: installabilityErrors.map(({ errorId }) => errorId) }
}
