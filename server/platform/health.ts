import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { ReadOnlyServer } from '#server/events/connection.ts'
import { lateFollowers } from '#server/events/late-followers.ts'
import { clockFault } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { jobWarnings } from '#server/platform/given-up-jobs.ts'
import { misfitsOf, readApplied } from '#server/platform/schema-fit.ts'
import { StoreUnavailable } from '#server/platform/stores/object-store.ts'
import { watchForProxies } from '#server/platform/untrusted-proxy.ts'
import type { Uploads } from '#server/platform/uploads.ts'

/** How long a readiness check may wait for the database. Milliseconds. */
const PATIENCE_MS = 2_000

/** The result of a feature's health check. */
export interface HealthFindings {
  readonly warnings: readonly string[]
  /** Included in the response with or without warnings. */
  readonly facts?: Readonly<Record<string, string | null>>
}

/** Runs at each request to `/readyz`; throws if the database does not respond. */
export type HealthCheck = () => Promise<HealthFindings>

/**
 * `/healthz`: the process runs. `/readyz`: it can do its work and is not closing, so a load
 * balancer may send requests.
 *
 * A late follower, a job that was given up and a store of uploads that does not respond are only
 * warnings: they affect all processes, so taking all of them out of service would turn late notices
 * into an outage.
 */
export function serveHealth(
  app: FastifyInstance,
  { pool, config, uploads, checks, isAppBuilt }: Needs,
): void {
  const proxyWarning = watchForProxies(app, config)
  const unset = settingWarnings(config, isAppBuilt)
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const late = sleep(PATIENCE_MS, TOO_LATE, { ref: false })
    const [{ problems, warnings, facts }, storeWarnings] = await Promise.all([
      app.drain.isUnderWay ? DRAINING : Promise.race([examine(pool, checks), late]),
      examineStore(uploads),
    ])
    if (problems.length > 0) reply.code(503)
    return {
      ready: problems.length === 0,
      problems,
      warnings: [...warnings, ...storeWarnings, ...unset, proxyWarning() ?? []].flat(),
      ...facts,
    }
  })
}

async function examineStore(uploads: Needs['uploads']): Promise<string[]> {
  const late = sleep(PATIENCE_MS, 'does not respond in time', { ref: false })
  const check = uploads.check().then(
    () => undefined,
    (error: unknown) => (error instanceof StoreUnavailable ? error.fault : 'cannot be checked'),
  )
  const fault = await Promise.race([check, late])
  return fault === undefined ? [] : [`the store of uploads ${fault}`]
}

interface Needs {
  readonly pool: Pool
  readonly config: Config
  readonly uploads: Pick<Uploads, 'check'>
  /** The checks of the features. */
  readonly checks: readonly HealthCheck[]
  readonly isAppBuilt: boolean
}

interface Findings extends HealthFindings {
  readonly problems: readonly string[]
}

const DRAINING: Findings = { problems: ['the server is about to close'], warnings: [] }
const TOO_LATE: Findings = { problems: ['the database does not respond in time'], warnings: [] }

async function examine(pool: Pool, checks: readonly HealthCheck[]): Promise<Findings> {
  try {
    const { missing, newer } = misfitsOf(await readApplied(pool))
    const late = await lateFollowers(pool)
    const jobs = await jobWarnings(pool)
    const wrongClock = await clockFault(pool)
    const found: HealthFindings[] = []
    for (const check of checks) found.push(await check())
    return {
      problems: [
        ...(wrongClock === undefined ? [] : [wrongClock]),
        ...missing.map((name) => `migration ${name} is not applied`),
        ...newer.map((name) => `migration ${name} is of a release that excludes this one`),
      ],
      warnings: [
        ...late.map((name) => `follower ${name} is more than a minute behind`),
        ...jobs,
        ...found.flatMap(({ warnings }) => warnings),
      ],
      facts: Object.assign({}, ...found.map(({ facts }) => facts)),
    }
  } catch (error) {
    const isReadOnly = error instanceof ReadOnlyServer
    const problem = isReadOnly ? 'the database only reads' : 'the database does not respond'
    return { problems: [problem], warnings: [] }
  }
}

/** Settings that this server lacks. */
function settingWarnings({ isProduction, mail }: Config, isAppBuilt: boolean): string[] {
  if (!isProduction) return []
  return [
    ...(isAppBuilt ? [] : ['the app is not built, so only the API is served: run "npm run build"']),
    ...(mail.smtpUrl ? [] : ['mails are files that no one receives: set SMTP_URL and MAIL_FROM']),
  ]
}
