import { performance } from 'node:perf_hooks'
import type { Pool } from 'pg'
import type { EventLog } from '#server/events/log.ts'
import { countSendingSince } from '#server/facts/coins-being-sent.ts'
import { countGivenUpJobs, countWaitingJobs } from '#server/platform/given-up-jobs.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Services } from '#server/services.ts'
import { SENDING_OVERDUE_HOURS } from '#shared/rules/withdrawals.ts'
import { HOUR_MS, instantOf, SECOND_MS } from '#shared/time.ts'

/** Adds the metrics of prices, followers, ledger checks, transfers, jobs and connections. */
export function observe({
  metrics,
  prices,
  pool,
  clock,
}: Pick<Services, 'metrics' | 'prices' | 'pool' | 'clock'>) {
  metrics.gauge('price_age_seconds', 'Age of the newest price', () => {
    const { ageMs } = prices.status()
    return ageMs === null ? Number.NaN : ageMs / SECOND_MS
  })
  metrics.gauge('follower_lag_events', 'Events that a follower has yet to see', () => readLag(pool))
  metrics.gauge(
    'ledger_verified_position',
    'Up to which position the ledger was found sound',
    async () => Number((await readChecks(pool))?.verified?.position ?? 0),
  )
  metrics.gauge(
    'ledger_check_failures',
    'Checks of the ledger that failed in the last run',
    async () => (await readChecks(pool))?.last?.faults.length ?? 0,
  )
  metrics.gauge(
    'withdrawals_sending_overdue',
    'Withdrawals whose sending was started hours ago, without a record of what became of the coins',
    () => countSendingSince(pool, instantOf(clock.now() - SENDING_OVERDUE_HOURS * HOUR_MS)),
  )
  metrics.gauge('jobs_waiting', 'Durable jobs that are due', () => countWaitingJobs(pool))
  metrics.gauge(
    'jobs_given_up',
    'Durable jobs that have failed for the last time, in the last week',
    () => countGivenUpJobs(pool),
  )
  metrics.gauge(
    'database_clients_waiting',
    'Queries that wait for a connection',
    () => pool.waitingCount,
  )
}

/** The same log, measured: commands under way, and the time each takes to commit. */
export function observedLog(log: EventLog, metrics: Metrics): EventLog {
  let underWay = 0
  const seconds = metrics.histogram('log_append_seconds', 'Time of a command from call to commit')
  metrics.gauge('log_appends_under_way', 'Commands that wait for their commit', () => underWay)
  return {
    ...log,
    async append(command) {
      const startedAt = performance.now()
      underWay += 1
      try {
        return await log.append(command)
      } finally {
        underWay -= 1
        seconds.observe((performance.now() - startedAt) / SECOND_MS)
      }
    },
  }
}

async function readLag(pool: Pool): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ name: string; lag: string }>(
    `select name, coalesce((select max(position) from event), 0) - position as lag
     from checkpoint`,
  )
  return new Map(rows.map(({ name, lag }) => [name, Number(lag)]))
}

interface Checks {
  readonly verified: { readonly position: string } | null
  readonly last: { readonly faults: readonly unknown[] } | null
}

async function readChecks(pool: Pool): Promise<Checks | undefined> {
  const { rows } = await pool.query<{ data: Checks }>({
    name: 'checks of the ledger',
    text: `select data from document where stream = 'reconciliation-ledger'`,
  })
  return rows[0]?.data
}
