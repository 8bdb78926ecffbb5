import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#scripts/free-port.ts'
import { openDisplay, stopped, untilAnswers } from './programs.ts'
import { COMMANDS, type WebDriver } from './webdriver.ts'

const WINDOW = join(import.meta.dirname, 'webkit-window.py')

/** Opens WebKitGTK. Without a data folder it is a private window. */
export async function openWebKit(data = ''): Promise<WebDriver> {
  const display = await openDisplay()
  const port = await freePort()
  const config = await mkdtemp(join(tmpdir(), 'webkit-'))
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display.name,
      GDK_BACKEND: 'x11',
      GTK_A11Y: 'none',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // Passing frames through graphics memory, which is emulated here, costs half as much again.
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      XDG_CONFIG_HOME: config,
      // The sandbox cannot start as root or in a container.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WINDOW_DATA: data,
    },
  })
  const origin = `http://127.0.0.1:${port}`
  await untilAnswers(`${origin}/status`).catch((error) => {
    driver.kill()
    throw error
  })
  const options = { binary: WINDOW, args: [] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const opened = await call(`${origin}/session`, 'POST', { capabilities })
  const session = `${origin}/session/${(opened as { sessionId: string }).sessionId}`
  return {
    send: (command, { id = '', ...parameters } = {}) => {
      const { method, path } = COMMANDS[command]
      return call(`${session}${path.replace(':id', String(id))}`, method, parameters)
    },
    close: async () => {
      await call(session, 'DELETE').catch(() => undefined)
      await stopped(driver)
      await display.close()
      await rm(config, { recursive: true, force: true })
    },
  }
}

async function call(url: string, method: string, body: unknown = {}): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  })
  const { value } = (await response.json()) as {
    value: { error?: string; message?: string } | null
  }
  if (value?.error) throw new Error(`${value.error}: ${value.message}`)
  return value
}
