import { performance } from 'node:perf_hooks'
import type { Pool } from 'pg'
import type { EventLog } from '#server/events/log.ts'
import type { Features } from '#server/feature.ts'
import { countGivenUpJobs, countWaitingJobs } from '#server/platform/given-up-jobs.ts'
import type { GaugeDefinition, Metrics } from '#server/platform/metrics.ts'
import { readFollowers } from '#server/queries/follower-standing.ts'
import type { Services } from '#server/services.ts'
import { SECOND_MS } from '#shared/time.ts'

/** Adds the gauges of the process, its followers, its jobs and the features. */
export function observe(services: Services, { list }: Pick<Features, 'list'>): void {
  const { metrics, pool, backgroundPool } = services
  // Most needed while all connections for requests are busy.
  const behind = { ...services, pool: backgroundPool }
  const ofFeatures = list.flatMap(({ gauges }) => gauges?.(behind) ?? [])
  metrics.gauge({
    name: 'database_clients_waiting',
    help: 'Queries that wait for a connection',
    read: () => pool.waitingCount,
  })
  for (const gauge of [...gaugesOf(backgroundPool), ...ofFeatures]) metrics.gauge(gauge)
}

function gaugesOf(pool: Pool): GaugeDefinition[] {
  return [
    {
      name: 'follower_lag_events',
      help: 'Events that a follower has not processed yet',
      read: async () => {
        const { followers } = await readFollowers(pool)
        return new Map(followers.map(({ name, lag }) => [name, lag]))
      },
    },
    {
      name: 'jobs_waiting',
      help: 'Durable jobs that are due',
      read: () => countWaitingJobs(pool),
    },
    {
      name: 'jobs_given_up',
      help: 'Durable jobs that were given up in the last week',
      read: () => countGivenUpJobs(pool),
    },
  ]
}

/** Wraps the log to measure running commands and the time each takes to commit. */
export function observedLog(log: EventLog, metrics: Metrics): EventLog {
  let underWay = 0
  const seconds = metrics.histogram('log_append_seconds', 'Time of a command from call to commit')
  metrics.gauge({
    name: 'log_appends_under_way',
    help: 'Commands that wait for their commit',
    read: () => underWay,
  })
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
