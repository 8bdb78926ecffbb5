import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { CHROMIUM_SWITCHES, chromiumPath } from '#scripts/chromium.ts'
import { freePort } from '#scripts/free-port.ts'
import { PHONE } from './browser.ts'

const CPU_SLOWDOWN = 4
const RUNS = 5
const ROWS_MIN = 5
/** After this time the browser's own start no longer affects the app's. */
const BROWSER_START_MS = 2_000
const BROWSER_START_MS_MAX = 30_000
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
    const screen = { ...PHONE, deviceScaleFactor: 1, mobile: false }
    await send('Emulation.setDeviceMetricsOverride', screen)
    await send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await pause(BROWSER_START_MS)
    await send('Page.enable')
    const watch = `(${watchForRows})(${JSON.stringify({ selector: ROWS, rowsMin: ROWS_MIN })})`
    await send('Page.addScriptToEvaluateOnNewDocument', { source: watch })
    await send('Page.navigate', { url })
    await pause(LOOK_AFTER_MS)
    const { result } = await send('Runtime.evaluate', { expression: 'window.rowsAtMs' })
    return Number(result?.value)
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

interface Response {
  readonly id?: number
  readonly result?: { readonly result?: { readonly value?: unknown } }
  readonly error?: { readonly message: string }
}

/**
 * A page of Chromium with nothing attached but the measurement. A test runner records the origin of
 * each request and script, for which V8 parses the app's code again: that adds a third to a start,
 * and no phone does it.
 */
async function openBarePage(folder: string) {
  const port = await freePort()
  const args = [`--remote-debugging-port=${port}`, `--user-data-dir=${folder}`, 'about:blank']
  const switches = ['--headless=new', '--password-store=basic', ...CHROMIUM_SWITCHES]
  const browser = spawn(chromiumPath(), [...switches, ...args], { stdio: 'ignore' })
  const gone = once(browser, 'exit')
  const socket = new WebSocket(await pageAddress(port))
  await once(socket, 'open')
  let last = 0
  /** One command of the DevTools protocol. */
  const send = (method: string, params: object = {}) => {
    last += 1
    const id = last
    const { promise, resolve, reject } = Promise.withResolvers<NonNullable<Response['result']>>()
    socket.addEventListener('close', () => reject(new Error('Chromium has gone.')))
    socket.addEventListener('message', ({ data }) => {
      const response: Response = JSON.parse(String(data))
      if (response.id !== id) return
      if (response.error) reject(new Error(response.error.message))
      else resolve(response.result ?? {})
    })
    socket.send(JSON.stringify({ id, method, params }))
    return promise
  }
  const close = async () => {
    // It may exit before it responds.
    await send('Browser.close').catch(() => undefined)
    await gone
  }
  return { send, close }
}

/** Where the DevTools of the browser's only page listen, once they do. */
async function pageAddress(port: number): Promise<string> {
  const deadline = Date.now() + BROWSER_START_MS_MAX
  while (Date.now() < deadline) {
    const response = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => undefined)
    const targets = (await response?.json()) as
      | { readonly type: string; readonly webSocketDebuggerUrl: string }[]
      | undefined
    const page = targets?.find(({ type }) => type === 'page')
    if (page) return page.webSocketDebuggerUrl
    await pause(50)
  }
  throw new Error('Chromium opened no page.')
}
