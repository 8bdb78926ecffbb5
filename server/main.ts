import { createServer } from 'node:net'
import pg from 'pg'
import { buildApp } from '#server/app.ts'
import { startBackground } from '#server/background.ts'
import { BACKGROUND_BOUNDS, connectionConfig } from '#server/events/connection.ts'
import { withKnownLog } from '#server/features/signed-log/known-log.ts'
import { ensureFirstAdmin } from '#server/identity/confirmed-users.ts'
import { refuseOtherMasterKeys } from '#server/master-key-register.ts'
import { openServices } from '#server/open-services.ts'
import { refusePowerfulRole } from '#server/platform/application-role.ts'
import { clockFault } from '#server/platform/clock.ts'
import { type Config, loadConfig } from '#server/platform/config.ts'
import type { App } from '#server/platform/mount.ts'
import { prepareSchema } from '#server/platform/prepare-schema.ts'
import { explainFault, StartupError } from '#server/platform/startup-error.ts'
import { StoreUnavailable } from '#server/platform/stores/object-store.ts'
import type { ServiceOverrides, Services } from '#server/services.ts'
import { operator } from '#shared/operator/company.ts'

/** The database of this server. `stop` stops PostgreSQL if the server started it. */
interface Database {
  /** Connects as the application's role. */
  readonly url: string
  readonly ownerUrl: string
  stop(): Promise<void>
}

/** What a start does in addition to serving requests. */
export interface StartOptions {
  /** Opens a database if DATABASE_URL is not set. */
  readonly openDatabase?: (config: Config) => Promise<Database>
  /** Work before the first request, such as building the app. */
  readonly prepare?: (report: StartReport) => Promise<void>
  /** Fills a database that `openDatabase` opened; returns the lines to print. */
  readonly seed?: (app: App, services: Services) => Promise<readonly string[]>
  /** Replaces the clock, the price source and other services in tests. */
  readonly overrides?: ServiceOverrides
}

// How long running requests and jobs may take before the process exits anyway, not counting the
// time for load balancers.
const SHUTDOWN_MS_MAX = 15_000
const POSTGRES_VERSION_MIN = 15

/**
 * Starts one server process: configuration, database, schema, demo data, HTTP. A failed start prints
 * one line and exits with a non-zero code.
 */
export async function startServer(options: StartOptions = {}): Promise<Services> {
  let config: Config | undefined
  try {
    refuseArguments(process.argv.slice(2))
    config = loadConfig(process.env)
    return await start(config, options)
  } catch (error) {
    const fault = error instanceof Error ? error.stack : String(error)
    process.stderr.write(`${explainFault(error, config) ?? fault}\n`)
    process.exit(1)
  }
}

const HELP = `Usage: npm start, or node server/main.ts

Starts the server. Settings are variables, such as PORT=4000: README.md lists them.
`

/** Settings are environment variables: an argument would be ignored silently. */
function refuseArguments([argument]: readonly string[]): void {
  if (argument === undefined) return
  if (argument === '--help' || argument === '-h') {
    process.stdout.write(HELP)
    process.exit()
  }
  throw new StartupError(
    `"${argument}" is not understood: settings are variables, such as PORT=4000. README.md lists them.`,
  )
}

async function start(config: Config, options: StartOptions): Promise<Services> {
  const { prepare, seed, overrides } = options
  const report = startReport()
  report.say(`${operator.name} is starting`)
  await checkPort(config)
  await prepare?.(report)
  const database = await report.step('PostgreSQL', () => openDatabase(config, options))
  await report.step('schema', () => prepareSchema(config, database))
  const server = await report.step('services', () => openServer(config, database, overrides))
  endWithSignals(server)
  const { app, services } = server
  const isDemo = !config.isProduction && config.databaseUrl === undefined
  const notes = seed && isDemo ? await report.step('demo data', () => seed(app, services)) : []
  await report.step('listen', () => app.listen({ host: config.host, port: config.port }))
  report.say(`\nOpen ${config.publicUrl}`)
  for (const note of notes) report.say(note)
  return services
}

type RunningServer = Awaited<ReturnType<typeof openServer>>

async function openServer(config: Config, database: Database, overrides?: ServiceOverrides) {
  const services = await withKnownLog(await openServices(config, database.url, overrides))
  if (config.isProduction) await refusePowerfulRole(services.pool)
  await services.uploads.prove().catch((error) => {
    // Trading continues without files, and /readyz reports how long they cannot be stored.
    if (!(error instanceof StoreUnavailable)) throw error
    services.logger.error({ err: error }, 'the store of uploads does not respond')
  })
  const { firstAdmin } = config
  if (firstAdmin) {
    await ensureFirstAdmin(services.identity, { ...firstAdmin, fullName: 'Administrator' })
  }
  const app = await buildApp(services)
  const background = await startBackground(services)
  return { app, background, services, database }
}

/** Tries the port before the slow steps, so that a busy one is reported immediately. */
async function checkPort({ host, port }: Config): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject)
    probe.listen(port, host, resolve)
  })
  await new Promise((closed) => probe.close(closed))
}

async function openDatabase(config: Config, options: StartOptions): Promise<Database> {
  const { databaseUrl, databaseOwnerUrl = databaseUrl, isProduction } = config
  if (databaseUrl === undefined) {
    if (options.openDatabase) return options.openDatabase(config)
    throw new StartupError(
      'DATABASE_URL is not set: give a PostgreSQL 15 to 18, or run "npm start", which includes one.',
    )
  }
  // Outside production, the application's role may not exist yet: the owner creates it later.
  const address = isProduction ? databaseUrl : (databaseOwnerUrl as string)
  const client = new pg.Client(connectionConfig(address, BACKGROUND_BOUNDS))
  await client.connect()
  try {
    await refuseOldPostgres(client)
    // Checked before the schema is changed, in case the server was pointed at the wrong database.
    await refuseOtherMasterKeys(client, config.masterKeys)
    const fault = await clockFault(client)
    if (fault) throw new StartupError(fault)
  } finally {
    await client.end()
  }
  return { url: databaseUrl, ownerUrl: databaseOwnerUrl as string, stop: async () => {} }
}

async function refuseOldPostgres(client: pg.Client): Promise<void> {
  const response = await client.query<{ version: string }>(
    `select current_setting('server_version_num') as version`,
  )
  const version = Math.floor(Number(response.rows[0]?.version) / 10_000)
  if (version >= POSTGRES_VERSION_MIN) return
  throw new StartupError(
    `DATABASE_URL is PostgreSQL ${version}: version ${POSTGRES_VERSION_MIN} or newer is needed.`,
  )
}

type StartReport = ReturnType<typeof startReport>

/** Reports the progress of a start in the terminal, with the duration of each step. */
function startReport() {
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  return {
    say,
    async step<T>(name: string, work: () => Promise<T> | T): Promise<T> {
      const startedAt = performance.now()
      const result = await work()
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      say(`  ${name.padEnd(24)}${seconds.padStart(6)} s`)
      return result
    },
  }
}

function endWithSignals({ app, background, services, database }: RunningServer): void {
  let isEnding = false
  const end = async () => {
    // A second signal stops immediately.
    if (isEnding) process.exit(1)
    isEnding = true
    const { drainMs } = services.config
    setTimeout(() => process.exit(1), drainMs + SHUTDOWN_MS_MAX).unref()
    await app.drain.begin(drainMs)
    await app.close()
    await background.stop()
    await services.close()
    await database.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void end().catch(() => process.exit(1)))
  }
}

if (import.meta.main) await startServer()
