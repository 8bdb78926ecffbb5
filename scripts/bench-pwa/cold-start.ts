import type { Profile } from './browser.ts'

const CPU_SLOWDOWN = 4
const RUNS = 5
const ROWS_MIN = 5
/** The browser's own start is not the app's: it has come to rest by then. */
const BROWSER_START_MS = 2_000
/** Nothing looks into the page before that, because looking takes the page's time. */
const LOOK_AFTER_MS = 3_000
const ROWS = 'main tbody tr'

declare global {
  interface Window {
    rowsAtMs?: number
  }
}

/**
 * Milliseconds from the start of a navigation to the first rows, without a server, each time in a
 * browser that was just started. Sorted.
 */
export async function offlineColdStarts(profile: Profile, url: string): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) times.push(await coldStart(profile, url))
  return times.sort((one, other) => one - other)
}

async function coldStart(profile: Profile, url: string): Promise<number> {
  const context = await profile.open()
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.waitForTimeout(BROWSER_START_MS)
    await page.addInitScript(watchForRows, { selector: ROWS, rowsMin: ROWS_MIN })
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForTimeout(LOOK_AFTER_MS)
    return await page.evaluate(() => window.rowsAtMs ?? Number.NaN)
  } finally {
    await context.close()
  }
}

/** Runs in the page: notes the frame after which the list stands. */
function watchForRows({ selector, rowsMin }: { selector: string; rowsMin: number }): void {
  const look = () => {
    const rows = document.querySelectorAll(selector).length
    if (rows < rowsMin) return
    observer.disconnect()
    requestAnimationFrame(() => {
      window.rowsAtMs = performance.now()
    })
  }
  const observer = new MutationObserver(look)
  observer.observe(document, { childList: true, subtree: true })
}
