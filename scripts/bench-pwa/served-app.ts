import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#scripts/free-port.ts'
import { standBack } from './stand-back.ts'

/** A server as `npm start` runs it, with a temporary database. */
export interface ServedApp {
  readonly origin: string
  readonly email: string
  readonly password: string
  readonly stop: () => Promise<void>
}

const ROOT = join(import.meta.dirname, '..', '..')
const START_MS_MAX = 120_000

/** Staff see every page, so one account measures them all. */
const ACCOUNT = { email: 'bench@example.com', password: 'measured-in-the-open' }

export async function serveApp(): Promise<ServedApp> {
  const port = await freePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-pwa-'))
  const server = spawn(process.execPath, [join(ROOT, 'scripts', 'start.ts')], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      PRICE_SOURCE: 'simulated',
      ADMIN_EMAIL: ACCOUNT.email,
      ADMIN_PASSWORD: ACCOUNT.password,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  standBack(server)
  await saysOpen(server)
  const stop = async () => {
    await ended(server)
    await rm(dataDir, { recursive: true, force: true })
  }
  return { origin: `http://127.0.0.1:${port}`, ...ACCOUNT, stop }
}

function saysOpen(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the server did not start')), START_MS_MAX)
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    server.stdout?.on('data', (text: Buffer) => {
      if (!text.toString().includes('Open http')) return
      clearTimeout(late)
      resolve()
    })
  })
}

function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    server.once('exit', () => resolve())
    server.kill('SIGTERM')
  })
}
