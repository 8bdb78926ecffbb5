import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firefoxPath } from '#scripts/browser-engines.ts'
import { freePort } from '#scripts/free-port.ts'
import { stopped, untilListens } from './programs.ts'
import { COMMANDS, type WebDriver } from './webdriver.ts'

/**
 * Opens Firefox, driven by Marionette: the protocol behind its WebDriver, which Debian packages
 * without the separate program that speaks HTTP. Without a folder it opens a private window.
 */
export async function openFirefox(folder?: string): Promise<WebDriver> {
  const port = await freePort()
  const profile = folder ?? (await mkdtemp(join(tmpdir(), 'firefox-')))
  await mkdir(profile, { recursive: true })
  await writeFile(join(profile, 'user.js'), preferences(port, folder === undefined))
  const options = ['--headless', '--marionette', '--no-remote', '--profile', profile]
  const browser = spawn(firefoxPath() ?? '', options, {
    stdio: 'ignore',
    env: { ...process.env, HOME: profile, MOZ_DISABLE_AUTO_SAFE_MODE: '1' },
  })
  await untilListens(port).catch((error) => {
    browser.kill()
    throw error
  })
  const wire = new Wire(connect(port, '127.0.0.1'))
  await wire.call('WebDriver:NewSession', { acceptInsecureCerts: false })
  return {
    send: async (command, parameters) => {
      const { marionette } = COMMANDS[command]
      const result = await wire.call(marionette, {
        newSandbox: false,
        sandbox: 'journey',
        ...parameters,
      })
      return result && typeof result === 'object' && 'value' in result ? result.value : result
    },
    close: async () => {
      await wire.call('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => undefined)
      await stopped(browser)
      if (!folder) await rm(profile, { recursive: true, force: true })
    },
  }
}

/**
 * No request leaves the machine, the first start shows no prompts, few frames are drawn, and no
 * process starts before it is needed.
 */
function preferences(port: number, isPrivate: boolean): string {
  const values = {
    'marionette.port': port,
    'browser.privatebrowsing.autostart': isPrivate,
    'app.normandy.enabled': false,
    'app.update.disabledForTesting': true,
    'browser.aboutConfig.showWarning': false,
    'browser.safebrowsing.downloads.remote.enabled': false,
    'browser.search.update': false,
    'browser.shell.checkDefaultBrowser': false,
    'browser.startup.page': 0,
    'browser.topsites.contile.enabled': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'dom.disable_open_during_load': false,
    'dom.ipc.processPrelaunch.enabled': false,
    'extensions.systemAddon.update.enabled': false,
    'extensions.update.enabled': false,
    'layout.frame_rate': 10,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'network.dns.disablePrefetch': true,
    'network.proxy.type': 0,
    'remote.prefs.recommended': true,
    'security.remote_settings.crlite_filters.enabled': false,
    'services.settings.server': 'http://127.0.0.1:9',
    'toolkit.cosmeticAnimations.enabled': false,
    'toolkit.telemetry.server': 'http://127.0.0.1:9',
    'ui.prefersReducedMotion': 1,
  }
  return Object.entries(values)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
    .join('\n')
}

type Response = [
  type: 1,
  id: number,
  error: { error: string; message: string } | null,
  value: unknown,
]

/** Messages are JSON with their length in front: `38:[0,1,"WebDriver:Refresh",{}]`. */
class Wire {
  readonly #socket: Socket
  readonly #waiting = new Map<number, (response: Response) => void>()
  #received = Buffer.alloc(0)
  #last = 0

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (chunk) => this.#read(chunk))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#end())
  }

  async call(name: string, parameters: unknown): Promise<unknown> {
    this.#last += 1
    const id = this.#last
    const message = JSON.stringify([0, id, name, parameters])
    const answered = new Promise<Response>((resolve) => this.#waiting.set(id, resolve))
    this.#socket.write(`${Buffer.byteLength(message)}:${message}`)
    const [, , error, value] = await answered
    if (error) throw new Error(`${error.error}: ${error.message}`)
    return value
  }

  #read(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk])
    for (;;) {
      const colon = this.#received.indexOf(':')
      const end = colon + 1 + Number(this.#received.subarray(0, Math.max(colon, 0)).toString())
      if (colon < 0 || this.#received.length < end) return
      const response: unknown = JSON.parse(this.#received.subarray(colon + 1, end).toString())
      this.#received = this.#received.subarray(end)
      // The greeting is not a response.
      if (Array.isArray(response)) this.#settle(response as Response)
    }
  }

  #settle(response: Response): void {
    this.#waiting.get(response[1])?.(response)
    this.#waiting.delete(response[1])
  }

  #end(): void {
    const error = { error: 'connection closed', message: 'the browser has ended' }
    for (const id of this.#waiting.keys()) this.#settle([1, id, error, null])
  }
}
