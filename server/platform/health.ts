import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/platform/config.ts'
import { type Readiness, type ReadinessNeeds, watchReadiness } from '#server/platform/readiness.ts'
import { watchStore } from '#server/platform/store-watch.ts'
import { watchForProxies } from '#server/platform/untrusted-proxy.ts'
import type { Uploads } from '#server/platform/uploads.ts'

interface Needs extends ReadinessNeeds {
  readonly config: Config
  readonly uploads: Pick<Uploads, 'check'>
  readonly isAppBuilt: boolean
}

const DRAINING: Readiness = { problems: ['the server is about to close'], warnings: [] }

/**
 * `/healthz`: the process runs. `/readyz`: it can do its work and is not closing, so a load
 * balancer may send requests.
 */
export function serveHealth(app: FastifyInstance, needs: Needs): void {
  const { config, uploads, isAppBuilt } = needs
  const proxyWarning = watchForProxies(app, config)
  const storeWarnings = watchStore(app, uploads)
  const examine = watchReadiness(needs, app.log)
  const unset = settingWarnings(config, isAppBuilt)
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const { problems, warnings, facts } = app.drain.isUnderWay ? DRAINING : await examine()
    if (problems.length > 0) reply.code(503)
    return {
      ready: problems.length === 0,
      problems,
      warnings: [...warnings, ...storeWarnings(), ...unset, proxyWarning() ?? []].flat(),
      ...facts,
    }
  })
}

/** Settings that this server lacks. */
function settingWarnings({ isProduction, mail }: Config, isAppBuilt: boolean): string[] {
  if (!isProduction) return []
  return [
    ...(isAppBuilt ? [] : ['the app is not built, so only the API is served: run "npm run build"']),
    ...(mail.smtpUrl ? [] : ['mails are files that no one receives: set SMTP_URL and MAIL_FROM']),
  ]
}
