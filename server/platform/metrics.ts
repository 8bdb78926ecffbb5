import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '#server/platform/config.ts'
import { inTime } from '#server/platform/deadline.ts'
import { sendRefusal } from '#server/platform/errors.ts'
import { repeatedFaults } from '#server/platform/repeated-faults.ts'
import { sharedCheck } from '#server/platform/shared-check.ts'
import { refuse } from '#shared/refusal.ts'
import { SECOND_MS } from '#shared/time.ts'

/** In seconds: from a cached read to a request that the user has given up on. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** A collector of metrics gives up after ten seconds. */
const READ_MS_MAX = 2 * SECOND_MS

/** The current value, or one for each name. */
type Reading = number | ReadonlyMap<string, number>

/** A value that is read when the metrics are collected: a queue's depth, an age, a lag. */
export interface GaugeDefinition {
  readonly name: string
  readonly help: string
  readonly read: () => Reading | Promise<Reading>
}

export type Metrics = ReturnType<typeof createMetrics>

type ReportFailure = (name: string, error: unknown) => void

/** Memory and event loop of the process, observed once however many servers it runs. */
let processRegistry: Registry | undefined
function ofProcess(): Registry {
  if (!processRegistry) {
    processRegistry = new Registry()
    collectDefaultMetrics({ register: processRegistry })
  }
  return processRegistry
}

export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const labelNames = ['name']
  const failures = new Counter({
    name: 'metric_read_failures_total',
    help: 'How often a gauge could not be read, and was left out',
    labelNames,
    registers,
  })
  const reads: ((onFailure: ReportFailure) => Promise<void>)[] = []
  return {
    registry,
    gauge: ({ name, help, read }: GaugeDefinition): void => {
      const gauge = new Gauge({ name, help, labelNames, registers })
      gauge.reset()
      // Joins a read that has not finished, so that a gauge that hangs takes one connection.
      const readOnce = sharedCheck(async () => read(), 0)
      reads.push(async (onFailure) => {
        const reading = await readInTime(readOnce).catch((error) => {
          failures.inc({ name })
          onFailure(name, error)
        })
        gauge.reset()
        if (typeof reading === 'number') gauge.set(reading)
        else for (const [label, value] of reading ?? []) gauge.set({ name: label }, value)
      })
    },
    /** Begins to observe the process, whose event loop is measured from then on. */
    observeProcess: (): void => void ofProcess(),
    /** All metrics in the text format. A gauge that cannot be read is left out and counted. */
    text: async (onFailure: ReportFailure): Promise<string> => {
      await Promise.all(reads.map((read) => read(onFailure)))
      return Registry.merge([ofProcess(), registry]).metrics()
    },
    histogram: (name: string, help: string): { observe: (seconds: number) => void } =>
      new Histogram({ name, help, buckets: DURATION_BUCKETS, registers }),
  }
}

function readInTime<T>(read: () => Promise<T>): Promise<T> {
  return inTime(read(), READ_MS_MAX, () => new Error('the metric could not be read in time'))
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
  { registry, observeProcess, text }: Metrics,
  { metricsToken, isProduction }: Pick<Config, 'metricsToken' | 'isProduction'>,
): void {
  const report: ReportFailure = (name, error) =>
    repeatedFaults(app.log).warn(`metric ${name}`, { err: error, metric: name }, 'metric not read')
  app.addHook('onListen', (done) => {
    observeProcess()
    done()
  })
  app.get('/metrics', async (request, reply) => {
    const { authorization = '' } = request.headers
    const mayRead =
      metricsToken === undefined ? !isProduction : isSame(authorization, `Bearer ${metricsToken}`)
    if (!mayRead) return sendRefusal(reply, refuse('access.forbidden'))
    return reply.type(registry.contentType).send(await text(report))
  })
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
