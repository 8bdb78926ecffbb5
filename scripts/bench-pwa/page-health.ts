import type { BrowserContext } from '@playwright/test'
import { barriersOf } from '#scripts/barriers.ts'

export interface PageHealth {
  readonly path: string
  /** Rules of axe that the page breaks, with how often. */
  readonly violations: readonly string[]
  /** Cumulative layout shift while it loads. */
  readonly shift: number
  /** What the browser's console calls an error: refused by the content policy, failed. */
  readonly errors: readonly string[]
}

const SETTLE_MS = 2_500

declare global {
  interface Window {
    shiftSum?: number
  }
}

/** Opens a page as a person does and judges it when it has settled. */
export async function judgePage(context: BrowserContext, url: string): Promise<PageHealth> {
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  await page.addInitScript(sumShifts)
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(SETTLE_MS)
  const shift = await page.evaluate(() => window.shiftSum ?? 0)
  const barriers = await barriersOf(page)
  await page.close()
  return {
    path: new URL(url).pathname,
    violations: barriers.map(({ rule, places }) => `${rule} (${places.length})`),
    shift,
    errors,
  }
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
}

/** Runs in the page. */
function sumShifts(): void {
  window.shiftSum = 0
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as LayoutShift[]) {
      if (!shift.hadRecentInput) window.shiftSum = (window.shiftSum ?? 0) + shift.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
