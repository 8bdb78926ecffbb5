import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Gauge, Histogram, Registry } from 'prom-client'
import { refuse } from '#server/events/decider.ts'
import type { Config } from '#server/platform/config.ts'
import { sendRefusal } from '#server/platform/errors.ts'

/** Seconds: from a cached read to a request that somebody gave up on. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256]

export interface Metrics {
  readonly registry: Registry
  /** One batch of the event log was committed. */
  readonly appended: (commands: number, seconds: number) => void
  /** A value that is read when somebody looks: a queue's depth, an age, a lag. */
  readonly gauge: (name: string, help: string, read: () => number | Promise<number>) => void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const batchSize = new Histogram({
    name: 'log_append_batch_commands',
    help: 'Commands committed together in one append',
    buckets: BATCH_BUCKETS,
    registers,
  })
  const batchSeconds = new Histogram({
    name: 'log_append_batch_seconds',
    help: 'Time of one append from its call to its commit',
    buckets: DURATION_BUCKETS,
    registers,
  })
  return {
    registry,
    appended: (commands, seconds) => {
      batchSize.observe(commands)
      batchSeconds.observe(seconds)
    },
    gauge: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          this.set(await read())
        },
      })
    },
  }
}

/** Measures every request by the route that answered it, never by the address it asked for. */
export function measureRequests(app: FastifyInstance, { registry }: Metrics): void {
  const durations = new Histogram({
    name: 'http_request_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    durations
      .labels(request.method, route, String(reply.statusCode))
      .observe(reply.elapsedTime / 1_000)
    done()
  })
}

/**
 * Shows the metrics at `/metrics` to whoever sends the operator's token. Without a token they are
 * open in development and closed in production.
 */
export function serveMetrics(
  app: FastifyInstance,
  { registry }: Metrics,
  { metricsToken, isProduction }: Pick<Config, 'metricsToken' | 'isProduction'>,
): void {
  app.get('/metrics', async (request, reply) => {
    const { authorization = '' } = request.headers
    const mayRead =
      metricsToken === undefined ? !isProduction : isSame(authorization, `Bearer ${metricsToken}`)
    if (!mayRead) {
      return sendRefusal(reply, refuse('access.forbidden'))
    }
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
