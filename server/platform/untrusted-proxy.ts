import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/platform/config.ts'

const ADVICE =
  'All users share the rate limits of one address: set TRUST_PROXY to the address of the proxy.'

/**
 * Detects whether requests come through a proxy that TRUST_PROXY does not name.
 *
 * @returns the warning, once there is a reason for one
 */
export function watchForProxies(
  app: FastifyInstance,
  { isProduction, trustedProxies, publicUrl }: Config,
): () => string | undefined {
  if (!isProduction || trustedProxies.length > 0) return () => undefined
  // This server has no TLS, so its https: address is that of a proxy.
  let warning = publicUrl.startsWith('https:')
    ? `PUBLIC_URL is https:, which a proxy must serve. ${ADVICE}`
    : undefined
  if (warning) app.log.warn(warning)
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request
    if (!warning && (headers['x-forwarded-for'] ?? headers.forwarded)) {
      warning = `Requests come through a proxy. ${ADVICE}`
      app.log.warn(warning)
    }
    done()
  })
  return () => warning
}
