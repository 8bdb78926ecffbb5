import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withOrderServer } from '#scripts/bench/bench-server.ts'
import { makeTraders } from '#scripts/bench/users.ts'
import { freePort } from '#scripts/free-port.ts'
import { openServices } from '#server/open-services.ts'
import { loadConfig } from '#server/platform/config.ts'
import { migrate } from '#server/platform/migrate.ts'
import { fundSoundly } from './funding.ts'
import { judgeLog } from './judge-log.ts'
import { LiveListener } from './live-listener.ts'
import { OrderLoad } from './order-load.ts'
import { secondsUntilWhole } from './wholeness.ts'

const CUSTOMERS = 24

export interface DrillWorld {
  readonly load: OrderLoad
  /** The messages that the server logged, and how often. */
  readonly logged: ReadonlyMap<string, number>
  /** Seconds from now until each part of the service works again. */
  secondsUntilWhole(): Promise<Readonly<Record<string, number>>>
}

interface Urls {
  /** The database URL of the server. */
  readonly throughRelay: string
  /** The database URL for the drill's own checks; it may change. */
  readonly direct: () => string
}

/**
 * Runs `work` on a server under load, then checks that the log has each acknowledged order once.
 *
 * @returns whether it has, and the ledger checks pass
 */
export async function withDrillWorld(
  { throughRelay, direct }: Urls,
  work: (world: DrillWorld) => Promise<void>,
): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'drill-'))
  const port = await freePort()
  const place = { DATABASE_URL: throughRelay, DATA_DIR: folder, PORT: String(port) }
  const env = { NODE_ENV: 'test', LOG_LEVEL: 'warn', ...place }
  try {
    await migrate(direct())
    const services = await openServices(loadConfig(env), direct())
    const traders = await makeTraders(services, CUSTOMERS, fundSoundly).finally(() =>
      services.close(),
    )
    const tokens = traders.map(({ accessToken }) => accessToken)
    const logged = new Map<string, number>()
    let load: OrderLoad | undefined
    await withOrderServer(
      env,
      async (server) => {
        server.stdout?.on('data', (lines) => countLines(logged, String(lines)))
        server.stderr?.pipe(process.stderr)
        const live = new LiveListener(port, tokens[0] as string)
        load = new OrderLoad(`http://127.0.0.1:${port}`, tokens)
        const parts = { port, folder, load, live, direct }
        await work({ load, logged, secondsUntilWhole: () => secondsUntilWhole(parts) })
        await load.end()
        live.end()
      },
      { silent: true },
    )
    return load !== undefined && (await judgeLog(direct(), load))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function countLines(logged: Map<string, number>, lines: string): void {
  for (const line of lines.trim().split('\n')) {
    const { msg, err } = messageOf(line)
    const [text = ''] = (err ? `${msg}: ${err.message}` : msg).split('\n')
    logged.set(text, (logged.get(text) ?? 0) + 1)
  }
}

function messageOf(line: string): { readonly msg: string; readonly err?: { message: string } } {
  try {
    return JSON.parse(line)
  } catch {
    return { msg: line }
  }
}
