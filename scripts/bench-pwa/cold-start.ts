import type { Profile } from './browser.ts'

const CPU_SLOWDOWN = 4
const RUNS = 5
const ROWS_MIN = 5

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
    await page.addInitScript(watchForRows, ROWS_MIN)
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForFunction(() => window.rowsAtMs !== undefined, undefined, { timeout: 30_000 })
    return await page.evaluate(() => window.rowsAtMs ?? Number.NaN)
  } finally {
    await context.close()
  }
}

/** Runs in the page: notes the frame after which the list stands. */
function watchForRows(rowsMin: number): void {
  const look = () => {
    const rows = document.querySelectorAll('main tbody tr').length
    if (rows < rowsMin) return
    observer.disconnect()
    requestAnimationFrame(() => {
      window.rowsAtMs = performance.now()
    })
  }
  const observer = new MutationObserver(look)
  observer.observe(document, { childList: true, subtree: true })
}
