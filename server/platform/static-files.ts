import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendRefusal } from '#server/platform/errors.ts'
import { LIMITS, limited, networkOf, type RateLimits } from '#server/platform/rate-limits.ts'
import { PAGE_HEADERS } from '#server/platform/security-headers.ts'
import { refuse } from '#shared/refusal.ts'
import { afterSharing, SHARE_PATH } from '#shared/rules/shared-screenshot.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'

/** Whether a folder contains a built app. */
export function isBuiltIn(folder: string): boolean {
  return existsSync(join(folder, 'index.html'))
}

/**
 * Serves the built app: its files, and its page for the address of every screen. If the app is not
 * built, the server only serves the API.
 */
export function serveApp(app: FastifyInstance, folder: string, rateLimits: RateLimits): void {
  const isBuilt = isBuiltIn(folder)
  if (isBuilt) {
    serveFiles(app, folder)
    preferScreens(app)
    answerSharing(app)
  }
  app.setNotFoundHandler((request, reply) => {
    if (isBuilt && wantsPage(request)) return reply.sendFile('index.html')
    return answerUnknown(request, reply, rateLimits)
  })
}

/**
 * A client that requests many unknown addresses is probing. Files of another release are not
 * counted: while servers are replaced, a load balancer asks several servers for each of them.
 */
async function answerUnknown(
  { ip, url }: FastifyRequest,
  reply: FastifyReply,
  rateLimits: RateLimits,
): Promise<FastifyReply> {
  if (url.startsWith('/assets/')) return sendRefusal(reply, refuse('route.unknown'))
  const tooMany = await limited(rateLimits, `unknown ${networkOf(ip)}`, LIMITS.notFound)
  return sendRefusal(reply, tooMany ?? refuse('route.unknown'))
}

function serveFiles(app: FastifyInstance, folder: string): void {
  const hashed = join(folder, 'assets')
  // Because of its inline script it runs only as a saved file.
  const verifyPage = join(folder, 'verify.html')
  app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.headers(PAGE_HEADERS)
      if (path.startsWith(verifyPage)) {
        reply.header('content-disposition', 'attachment; filename="verify.html"')
      }
      // File names under assets/ contain a content hash; all other files may change.
      reply.header('cache-control', path.startsWith(hashed) ? FOR_EVER : 'no-cache')
    },
  })
  // The plugin's own route lists the folder at every request, to refuse other spellings of a name
  // where file systems allow them. Here, all files are public.
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) => {
      const path = request.params['*']
      // Addresses of screens have no file extension.
      const isScreen = extname(path) === '' && wantsPage(request)
      return reply.sendFile(isScreen ? 'index.html' : `/${path}`)
    },
  })
}

/** Some API paths are also screens: a browser that navigates to one gets the app. */
function preferScreens(app: FastifyInstance): void {
  const shared = new Set<string | undefined>()
  app.addHook('onReady', (done) => {
    for (const { method, path } of app.mountedRoutes) {
      if (method === 'GET' && !path.startsWith('/api/')) shared.add(path)
    }
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (shared.has(request.routeOptions.url) && wantsPage(request)) reply.sendFile('index.html')
    else done()
  })
}

/** The service worker handles what another app shares; without it, the file is not read. */
function answerSharing(app: FastifyInstance): void {
  const onRequest = (_request: FastifyRequest, reply: FastifyReply) => {
    void reply.redirect(afterSharing('failed'), 303)
  }
  app.post(SHARE_PATH, { onRequest }, () => undefined)
}

function wantsPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' || request.url.startsWith('/api/')) return false
  return request.headers.accept?.includes('text/html') === true
}
