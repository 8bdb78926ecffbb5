import { setTimeout as pause } from 'node:timers/promises'
import { openBarePage } from './bare-page.ts'
import { PHONE } from './browser.ts'

const CPU_SLOWDOWN = 4
const RUNS = 5
const ROWS_MIN = 5
/** After this time the browser's own start no longer affects the app's. */
const BROWSER_START_MS = 2_000
/** The page is not inspected earlier, because inspecting takes its time. */
const LOOK_AFTER_MS = 3_000
const ROWS = 'main tbody tr'

declare global {
  interface Window {
    rowsAtMs?: number
  }
}

/**
 * Milliseconds from the start of a navigation to the first rows, without a server, each time in a
 * new browser. Sorted.
 *
 * @param folder the profile of a browser that has closed
 */
export async function offlineColdStarts(folder: string, url: string): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) times.push(await coldStart(folder, url))
  return times.sort((one, other) => one - other)
}

async function coldStart(folder: string, url: string): Promise<number> {
  const { send, close } = await openBarePage(folder)
  try {
    await send('Emulation.setDeviceMetricsOverride', {
      ...PHONE,
      deviceScaleFactor: 1,
      mobile: false,
    })
    await send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await pause(BROWSER_START_MS)
    await send('Page.enable')
    const watch = `(${watchForRows})(${JSON.stringify({ selector: ROWS, rowsMin: ROWS_MIN })})`
    await send('Page.addScriptToEvaluateOnNewDocument', { source: watch })
    await send('Page.navigate', { url })
    await pause(LOOK_AFTER_MS)
    const { result } = await send('Runtime.evaluate', { expression: 'window.rowsAtMs' })
    return Number((result as { value?: number }).value)
  } finally {
    await close()
  }
}

/** Runs in the page: records the frame in which the list appears. */
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
