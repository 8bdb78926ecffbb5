import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import { type FastifyBaseLogger, fastify, LogController } from 'fastify'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { prepareDrain } from '#server/platform/drain.ts'
import { handleErrors, RefusedRequest, sendUnreadable } from '#server/platform/errors.ts'
import type { App } from '#server/platform/mount.ts'
import { formBytesMax } from '#server/platform/multipart.ts'
import { sendSecurityHeaders } from '#server/platform/security-headers.ts'
import { cutOffSlowBodies } from '#server/platform/slow-body.ts'
import { uploadMsMax } from '#shared/contract/route.ts'
import { refuse } from '#shared/refusal.ts'

/** JSON bodies are small forms; files are sent as multipart. */
const JSON_BYTES_MAX = 64 * 1024
/** How long a closing server lets requests finish. */
const CLOSING_MS = 5_000
/** A request that arrives for longer than its body may take is cut off after this time. */
const REQUEST_GRACE_MS = 30_000
/** How long the rest of a body may arrive after its request has been refused unread. */
const UNREAD_MS = 130_000

/** A server without routes: parsing, error handling, security headers and shutdown. */
export function createHttpServer(
  config: Pick<Config, 'trustedProxies' | 'publicUrl'>,
  { logger, clock = systemClock }: { logger?: FastifyBaseLogger; clock?: Clock } = {},
): App {
  const { trustedProxies, publicUrl } = config
  const app = fastify({
    ...(logger && { loggerInstance: logger }),
    // A log line for each request would cost more than many responses; the metrics count them.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: JSON_BYTES_MAX,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    exposeHeadRoutes: false,
    frameworkErrors: (error, _request, reply) => sendUnreadable(error, reply),
  })
  app.decorate('mountedRoutes', [])
  app.decorateRequest('caller', undefined)
  app.decorateRequest('idempotencyKey', undefined)
  app.decorateRequest('refusedUnlessRepeated', undefined)
  app.decorateRequest('refusedWith', undefined)
  app.decorateRequest('guardedMs', 0)
  // Only two routes read cookies, so the others do not parse them.
  app.register(cookie, { hook: false })
  limitRequestTime(app)
  prepareDrain(app)
  closeInTime(app)
  handleErrors(app)
  readJsonBodies(app)
  cutOffSlowBodies(app, clock)
  sendSecurityHeaders(app, publicUrl.startsWith('https:'))
  return app
}

/** The largest form may take as long as it needs at the lowest speed; `slow-body.ts` ends slower ones. */
function limitRequestTime(app: App): void {
  app.addHook('onReady', (done) => {
    const sizes = app.mountedRoutes.map(({ files }) => (files ? formBytesMax(files) : 0))
    app.server.requestTimeout = uploadMsMax(Math.max(0, ...sizes)) + REQUEST_GRACE_MS
    done()
  })
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (raw.complete === false) {
      const timer = setTimeout(() => raw.destroy(), UNREAD_MS).unref()
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}

/** Idle connections close at once; those still busy at the deadline are cut off. */
function closeInTime(app: App): void {
  app.addHook('preClose', (done) => {
    setTimeout(() => app.server.closeAllConnections(), CLOSING_MS).unref()
    done()
  })
}

// Escapes of NUL and of surrogates: only text with such an escape can contain what PostgreSQL
// cannot store.
const SUSPICIOUS = /\\u(?:0000|d[89a-f])/i

/** Reads JSON bodies. An empty one counts as none, even with a content type. */
function readJsonBodies(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string', bodyLimit: JSON_BYTES_MAX },
    (request, text, done) => {
      if (text === '') return done(null, undefined)
      void parse(request, text, (error, body) => {
        if (error || !SUSPICIOUS.test(text) || isStorable(body)) return done(error, body)
        const reason = 'text must not contain NUL characters or halves of a character'
        return done(new RefusedRequest(refuse('input.invalid', { reason })))
      })
    },
  )
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000')
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item))
}
