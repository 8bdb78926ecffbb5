import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { ReadOnlyServer } from '#server/events/connection.ts'
import { clockFault } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { jobWarnings } from '#server/platform/given-up-jobs.ts'
import { misfitsOf, readApplied } from '#server/platform/schema-fit.ts'
import { StoreUnavailable } from '#server/platform/stores/object-store.ts'
import { watchForProxies } from '#server/platform/untrusted-proxy.ts'
import type { Uploads } from '#server/platform/uploads.ts'

/** How long a readiness check may wait for the database. Milliseconds. */
const PATIENCE_MS = 2_000

const LATE_FOLLOWERS = `
  select name from checkpoint
  cross join lateral (
    select recorded_at from event where event.position > checkpoint.position
    order by event.position limit 1) as next
  where next.recorded_at < now() - interval '1 minute'`

/**
 * `/healthz`: the process runs. `/readyz`: it can do its work and stays, so a load balancer may send
 * requests.
 *
 * A late follower, a job that was given up and a store of uploads that does not answer are only
 * warnings: all processes share them, so taking all of them out of service would turn late notices into
 * an outage.
 */
export function serveHealth(
  app: FastifyInstance,
  { pool, config, uploads, isAppBuilt }: Needs,
): void {
  const proxyWarning = watchForProxies(app, config)
  const unset = settingWarnings(config, isAppBuilt)
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const late = sleep(PATIENCE_MS, TOO_LATE, { ref: false })
    const [{ problems, warnings, ...more }, storeWarnings] = await Promise.all([
      app.drain.isUnderWay ? DRAINING : Promise.race([examine(pool, config), late]),
      examineStore(uploads),
    ])
    if (problems.length > 0) reply.code(503)
    return {
      ready: problems.length === 0,
      problems,
      warnings: [...warnings, ...storeWarnings, ...unset, proxyWarning() ?? []].flat(),
      ...more,
    }
  })
}

async function examineStore(uploads: Needs['uploads']): Promise<string[]> {
  const late = sleep(PATIENCE_MS, 'does not answer in time', { ref: false })
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
  readonly isAppBuilt: boolean
}

interface Findings {
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
  /** Where backups are drilled. */
  readonly backupDrillPassedAt?: string | null
}

const DRAINING: Findings = { problems: ['the server is about to close'], warnings: [] }
const TOO_LATE: Findings = { problems: ['the database does not answer in time'], warnings: [] }

async function examine(pool: Pool, config: Config): Promise<Findings> {
  try {
    const { missing, newer } = misfitsOf(await readApplied(pool))
    const late = await pool.query<{ name: string }>(LATE_FOLLOWERS)
    const jobs = await jobWarnings(pool)
    const fault = await signingFault(pool)
    const wrongClock = await clockFault(pool)
    const { place } = config.backup
    const { warnings, ...drill } = place ? await drillFindings(pool) : { warnings: [] }
    return {
      problems: [
        ...(wrongClock === undefined ? [] : [wrongClock]),
        ...missing.map((name) => `migration ${name} is not applied`),
        ...newer.map((name) => `migration ${name} is of a release that excludes this one`),
      ],
      warnings: [
        ...late.rows.map(({ name }) => `follower ${name} is more than a minute behind`),
        ...jobs,
        ...(fault === null ? [] : [`the log is not signed: ${fault}`]),
        ...warnings,
      ],
      ...drill,
    }
  } catch (error) {
    const isReadOnly = error instanceof ReadOnlyServer
    const problem = isReadOnly ? 'the database only reads' : 'the database does not answer'
    return { problems: [problem], warnings: [] }
  }
}

/** What this server was not given. */
function settingWarnings({ isProduction, mail }: Config, isAppBuilt: boolean): string[] {
  if (!isProduction) return []
  return [
    ...(isAppBuilt ? [] : ['the app is not built, so only the API answers: run "npm run build"']),
    ...(mail.smtpUrl ? [] : ['mails are files that no one receives: set SMTP_URL and MAIL_FROM']),
  ]
}

/** Why nothing is signed; staff are notified of it. */
async function signingFault(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ fault: string | null }>(
    `select data -> 'refused' ->> 'fault' as fault from document where stream = 'signed-log-keys'`,
  )
  return rows[0]?.fault ?? null
}

const DRILL_OVERDUE_DAYS = 8

/** When the last drill of a backup passed; staff are notified of one that fails. */
async function drillFindings(pool: Pool) {
  const { rows } = await pool.query<{ passedAt: string | null; isRecent: boolean | null }>(`
    select "passedAt", "passedAt"::timestamptz > now() - interval '${DRILL_OVERDUE_DAYS} days' as "isRecent"
    from (select data ->> 'lastPassedAt' as "passedAt" from document
          where stream = 'backup-drill-latest') as drill`)
  const { passedAt = null, isRecent = false } = rows[0] ?? {}
  const since = passedAt === null ? 'yet' : `since ${passedAt}`
  return {
    backupDrillPassedAt: passedAt,
    warnings: isRecent ? [] : [`no drill of a backup has passed ${since}`],
  }
}
