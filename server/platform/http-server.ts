import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import { type FastifyBaseLogger, fastify, LogController } from 'fastify'
import type { Config } from '#server/platform/config.ts'
import { handleErrors, sendUnreadable } from '#server/platform/errors.ts'
import type { App } from '#server/platform/mount.ts'
import { JSON_BYTES_MAX, readJsonBodies } from '#server/platform/request-body.ts'
import { sendSecurityHeaders } from '#server/platform/security-headers.ts'
import { UPLOAD_MS_MAX } from '#shared/contract/route.ts'

/** How long a closing server lets requests finish. */
const CLOSING_MS = 5_000
/** A request that is still arriving after this is given up: its sender has done so before. */
const REQUEST_MS = UPLOAD_MS_MAX + 10_000

export type HttpConfig = Pick<Config, 'trustedProxies' | 'publicUrl'>

/** A server without routes: how it reads, refuses, fails, protects and closes. */
export function createHttpServer(config: HttpConfig, logger?: FastifyBaseLogger): App {
  const { trustedProxies, publicUrl } = config
  const app = fastify({
    ...(logger && { loggerInstance: logger }),
    // A line for each request would cost more than many answers; the metrics count them.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: JSON_BYTES_MAX,
    requestTimeout: REQUEST_MS,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    exposeHeadRoutes: false,
    frameworkErrors: (error, _request, reply) => sendUnreadable(error, reply),
  })
  app.decorate('mountedRoutes', [])
  app.decorateRequest('caller', undefined)
  app.decorateRequest('idempotencyKey', undefined)
  // Only two routes read a cookie: the others need no parsing.
  app.register(cookie, { hook: false })
  closeInTime(app)
  handleErrors(app)
  readJsonBodies(app)
  sendSecurityHeaders(app, publicUrl.startsWith('https:'))
  return app
}

/** Idle connections close at once; one that is still busy at the deadline is cut. */
function closeInTime(app: App): void {
  app.addHook('preClose', (done) => {
    setTimeout(() => app.server.closeAllConnections(), CLOSING_MS).unref()
    done()
  })
}
