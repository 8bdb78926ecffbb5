import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { handleErrors } from '#server/platform/errors.ts'
import { registerFileRoutes } from '#server/platform/file-routes.ts'
import { serveHealth } from '#server/platform/health.ts'
import { measureRequests } from '#server/platform/metrics.ts'
import type { App } from '#server/platform/mount.ts'
import { serveApiDocs } from '#server/platform/openapi.ts'
import { JSON_BYTES_MAX, readJsonBodies } from '#server/platform/request-body.ts'
import { sendSecurityHeaders } from '#server/platform/security-headers.ts'
import { serveApp } from '#server/platform/static-files.ts'
import type { Services } from '#server/services.ts'

/** How long a closing server lets requests finish. */
const CLOSING_MS = 5_000
/** A request that is still arriving after this is given up: nobody's phone is that slow. */
const REQUEST_MS = 60_000

/** Builds the server from its services; it listens nowhere yet. */
export async function buildApp(services: Services): Promise<App> {
  const { config, metrics, rateLimits } = services
  const app = fastify({
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel },
    // A line for each request would cost more than many answers; the metrics count them.
    disableRequestLogging: true,
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: JSON_BYTES_MAX,
    requestTimeout: REQUEST_MS,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    exposeHeadRoutes: false,
  })
  app.decorate('mountedRoutes', [])
  app.decorateRequest('caller', undefined)
  app.decorateRequest('idempotencyKey', undefined)
  closeInTime(app)
  handleErrors(app)
  readJsonBodies(app)
  sendSecurityHeaders(app, config.publicUrl.startsWith('https:'))
  measureRequests(app, metrics)

  registerFileRoutes(app, services)

  serveHealth(app, services)
  serveApiDocs(app)
  serveApp(app, join(import.meta.dirname, '..', 'dist'), rateLimits)
  await app.ready()
  return app
}

/** Idle connections close at once; one that is still busy at the deadline is cut. */
function closeInTime(app: App): void {
  app.addHook('preClose', (done) => {
    setTimeout(() => app.server.closeAllConnections(), CLOSING_MS).unref()
    done()
  })
}
