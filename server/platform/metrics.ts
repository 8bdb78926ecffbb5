import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '#server/platform/config.ts'
import { sendRefusal } from '#server/platform/errors.ts'
import { refuse } from '#shared/refusal.ts'

/** In seconds: from a cached read to a request that the user has given up on. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** The current value, or one for each name. */
type Reading = number | ReadonlyMap<string, number>

/** A value that is read when the metrics are collected: a queue's depth, an age, a lag. */
export interface GaugeDefinition {
  readonly name: string
  readonly help: string
  readonly read: () => Reading | Promise<Reading>
}

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    gauge: ({ name, help, read }: GaugeDefinition): void => {
      const labelNames = ['name']
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          this.reset()
          const reading = await read()
          if (typeof reading === 'number') this.set(reading)
          else for (const [label, value] of reading) this.set({ name: label }, value)
        },
      })
    },
    histogram: (name: string, help: string): { observe: (seconds: number) => void } =>
      new Histogram({ name, help, buckets: DURATION_BUCKETS, registers }),
  }
}

/** Measures each request by its route, not by its address, which may contain ids. */
export function measureRequests(app: FastifyInstance, { registry }: Metrics): void {
  const durations = new Histogram({
    name: 'http_request_seconds',
    help: 'Time from the first byte of a request to the last of its response',
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
 * Serves the metrics at `/metrics` to requests with the operator's token. If no token is set, they
 * are public in development and not served in production.
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
    if (!mayRead) return sendRefusal(reply, refuse('access.forbidden'))
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
