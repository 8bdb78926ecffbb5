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
 */
export function serveHealth(app: FastifyInstance, context: HealthContext): void {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const problems = await withinPatience(findProblems(context))
    if (problems.length > 0) reply.code(503)
    return { ready: problems.length === 0, problems }
  })
}

async function findProblems({ pool }: HealthContext): Promise<string[]> {
  try {
    const applied = await pool.query<{ name: string }>('select name from kysely_migration')
    const names = new Set(applied.rows.map(({ name }) => name))
    const missing = Object.keys(MIGRATIONS).filter((name) => !names.has(name))
    const late = await pool.query<{ name: string }>(LATE_FOLLOWERS)
    return [
      ...missing.map((name) => `migration ${name} is not applied`),
      ...late.rows.map(({ name }) => `follower ${name} is more than a minute behind`),
    ]
  } catch {
    return ['the database does not answer']
  }
}

async function withinPatience(checks: Promise<string[]>): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string[]>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, ['the database does not answer in time'])
  })
  return await Promise.race([checks, late]).finally(() => clearTimeout(timer))
}
