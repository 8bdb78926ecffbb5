import type { BrowserContext } from '@playwright/test'
import { violationsOf } from '#scripts/accessibility-violations.ts'

export interface PageHealth {
  readonly path: string
  /** Violated axe rules, with counts. */
  readonly violations: readonly string[]
  /** Cumulative layout shift while it loads. */
  readonly shift: number
  /** The largest single shift, as a hint for fixing it. */
  readonly moved: string
  /** Errors in the browser's console, such as content policy violations. */
  readonly errors: readonly string[]
}

const SETTLE_MS = 2_500

interface Shifts {
  sum: number
  greatest: number
  moved: string
}

declare global {
  interface Window {
    shifts?: Shifts
  }
}

/** Opens a page as a user does and checks it when it has settled. */
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
  const shifts = await page.evaluate(() => window.shifts)
  const violations = await violationsOf(page)
  await page.close()
  return {
    path: new URL(url).pathname,
    violations: violations.map(({ rule, places }) => `${rule} (${places.length})`),
    shift: shifts?.sum ?? Number.NaN,
    moved: shifts?.moved ?? '',
    errors,
  }
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { readonly node: Node | null }[]
}

/** Runs in the page. */
function sumShifts(): void {
  const shifts: Shifts = { sum: 0, greatest: 0, moved: '' }
  window.shifts = shifts
  const nameOf = (node: Node | null) =>
    node instanceof Element ? `${node.localName}.${[...node.classList].slice(0, 4).join('.')}` : ''
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      if (hadRecentInput) continue
      shifts.sum += value
      if (value <= shifts.greatest) continue
      shifts.greatest = value
      shifts.moved = nameOf(sources[0]?.node ?? null)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
