import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { CHROMIUM_SWITCHES, chromiumPath } from '#scripts/chromium.ts'

/**
 * A page of Chromium with nothing attached but the measurement. A test runner records the origin of
 * each request and script, for which V8 parses the app's code again: that adds a third to a start,
 * and no phone does it.
 */
export interface BarePage {
  /** One command of the DevTools protocol. @throws where the browser refuses it */
  readonly send: (method: string, params?: object) => Promise<Record<string, unknown>>
  readonly close: () => Promise<void>
}

interface Answer {
  readonly id?: number
  readonly result?: Record<string, unknown>
  readonly error?: { readonly message: string }
}

const ANNOUNCED = /^DevTools listening on (ws:\S+)/
const START_MAX_MS = 30_000

export async function openBarePage(folder: string): Promise<BarePage> {
  const browser = spawn(
    chromiumPath(),
    [
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
      '--password-store=basic',
      ...CHROMIUM_SWITCHES,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const socket = await connect(await pageOf(await addressOf(browser)))
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>()
  socket.addEventListener('message', ({ data }) => {
    const { id = 0, result, error } = JSON.parse(String(data)) as Answer
    if (error) waiting.get(id)?.reject(new Error(error.message))
    else waiting.get(id)?.resolve(result ?? {})
    waiting.delete(id)
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Chromium has gone.'))
    waiting.clear()
  })
  let last = 0
  const send: BarePage['send'] = (method, params = {}) => {
    last += 1
    const answer = Promise.withResolvers<Record<string, unknown>>()
    waiting.set(last, answer)
    socket.send(JSON.stringify({ id: last, method, params }))
    return answer.promise
  }
  return { send, close: () => closeBrowser(browser, send) }
}

/** The browser prints this line once it listens. */
async function addressOf(browser: ChildProcess): Promise<URL> {
  if (!browser.stderr) throw new Error('Chromium has no error output to read its address from')
  const lines = createInterface(browser.stderr)
  const deadline = AbortSignal.timeout(START_MAX_MS)
  deadline.addEventListener('abort', () => lines.close())
  for await (const line of lines) {
    const [, address] = ANNOUNCED.exec(line) ?? []
    if (address) return new URL(address)
  }
  throw new Error('Chromium did not say where it listens.')
}

async function pageOf({ host }: URL): Promise<string> {
  const deadline = Date.now() + START_MAX_MS
  while (Date.now() < deadline) {
    const targets = (await (await fetch(`http://${host}/json/list`)).json()) as Target[]
    const page = targets.find(({ type }) => type === 'page')
    if (page) return page.webSocketDebuggerUrl
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('Chromium opened no page.')
}

interface Target {
  readonly type: string
  readonly webSocketDebuggerUrl: string
}

async function connect(address: string): Promise<WebSocket> {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  return socket
}

async function closeBrowser(browser: ChildProcess, send: BarePage['send']): Promise<void> {
  const gone = once(browser, 'exit')
  // It may exit before it responds.
  await send('Browser.close').catch(() => undefined)
  await gone
}
