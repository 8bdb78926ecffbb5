import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { MIGRATIONS } from '#server/migrations/index.ts'

/** How long a readiness check may wait for the database. Milliseconds. */
const PATIENCE_MS = 2_000

const LATE_FOLLOWERS = `
  select name from checkpoint
  cross join lateral (
    select recorded_at from event where event.position > checkpoint.position
    order by event.position limit 1) as next
  where next.recorded_at < now() - interval '1 minute'`

export interface HealthContext {
  readonly pool: Pool
}

/**
 * `/healthz`: the process runs. `/readyz`: it can do its work, so a load balancer may send people.
 *
 * A follower that is late is told there and no more: all processes share it, so sending people away
 * from every one of them would turn late notices into an outage.
 */
export function serveHealth(app: FastifyInstance, context: HealthContext): void {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const { problems, warnings } = await withinPatience(examine(context))
    if (problems.length > 0) reply.code(503)
    return { ready: problems.length === 0, problems, warnings }
  })
}

interface Findings {
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
}

async function examine({ pool }: HealthContext): Promise<Findings> {
  try {
    const applied = await pool.query<{ name: string }>('select name from kysely_migration')
    const names = new Set(applied.rows.map(({ name }) => name))
    const missing = Object.keys(MIGRATIONS).filter((name) => !names.has(name))
    const late = await pool.query<{ name: string }>(LATE_FOLLOWERS)
    return {
      problems: missing.map((name) => `migration ${name} is not applied`),
      warnings: late.rows.map(({ name }) => `follower ${name} is more than a minute behind`),
    }
  } catch {
    return { problems: ['the database does not answer'], warnings: [] }
  }
}

async function withinPatience(checks: Promise<Findings>): Promise<Findings> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Findings>((resolve) => {
    const findings = { problems: ['the database does not answer in time'], warnings: [] }
    timer = setTimeout(resolve, PATIENCE_MS, findings)
  })
  return await Promise.race([checks, late]).finally(() => clearTimeout(timer))
}
