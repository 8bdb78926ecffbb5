import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#scripts/free-port.ts'
import { openServices } from '#server/open-services.ts'
import { loadConfig } from '#server/platform/config.ts'
import type { Services } from '#server/services.ts'
import { withBenchDatabase } from './bench-database.ts'

export interface BenchServer<T> {
  readonly port: number
  readonly pid: number | undefined
  /** From the start of its process until it was listening. */
  readonly startMs: number
  /** Creates users and tickets on the same database. */
  readonly services: Services
  readonly prepared: T
}

/**
 * Runs `measure` against a complete server in a separate process, on an empty database, and removes
 * everything afterwards.
 */
export async function withBenchServer<T>(
  prepare: (services: Services) => Promise<T>,
  measure: (server: BenchServer<T>) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-server-'))
  const port = await freePort()
  await withBenchDatabase(async (url) => {
    const place = { DATABASE_URL: url, DATA_DIR: folder, PORT: String(port) }
    const env = { NODE_ENV: 'test', LOG_LEVEL: 'error', ...place }
    const services = await openServices(loadConfig(env), url)
    try {
      const prepared = await prepare(services)
      const started = performance.now()
      await withOrderServer(env, ({ pid }) => {
        const startMs = performance.now() - started
        return measure({ port, pid, startMs, services, prepared })
      })
    } finally {
      await services.close()
    }
  }).finally(() => rm(folder, { recursive: true, force: true }))
}

/** Runs the server with these settings while `work` lasts. */
export async function withOrderServer(
  env: NodeJS.ProcessEnv,
  work: (server: ChildProcess) => Promise<void>,
  options: ForkOptions = {},
): Promise<void> {
  const server = fork(join(import.meta.dirname, 'order-server.ts'), {
    ...options,
    // A few users place as many orders as a whole platform has.
    env: { SPOT_ORDERS_WAITING_MAXIMUM: '0', ...env },
  })
  try {
    await listening(server)
    await work(server)
  } finally {
    await ended(server)
  }
}

async function listening(server: ChildProcess): Promise<void> {
  const failed = once(server, 'exit').then(([code]) => {
    throw new Error(`the server ended with ${code} before it listened`)
  })
  await Promise.race([once(server, 'message'), failed])
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const exit = once(server, 'exit')
  server.disconnect()
  await exit
}
