import type { FastifyReply, FastifyRequest } from 'fastify'

const NAME = 'refresh_token'

/**
 * The refresh secret of a browser: no script reads it, no other site sends it, and no path but
 * those of identity gets it.
 */
export function setRefreshCookie(
  reply: FastifyReply,
  token: string,
  { maxAgeSeconds, isSecure }: { readonly maxAgeSeconds: number; readonly isSecure: boolean },
): void {
  const parts = [
    `${NAME}=${token}`,
    'Path=/api/auth',
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ]
  reply.header('set-cookie', parts.join('; '))
}

export function clearRefreshCookie(reply: FastifyReply, isSecure: boolean): void {
  setRefreshCookie(reply, '', { maxAgeSeconds: 0, isSecure })
}

export function readRefreshCookie(request: FastifyRequest): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  const value = pairs.find(([name]) => name === NAME)?.[1]
  return value && /^[\w-]{20,200}$/.test(value) ? value : undefined
}

/**
 * Whether a request comes from our own pages. Browsers name the page's origin in every POST; a
 * request without one is no browser's, and has no cookie to be abused.
 */
export function comesFromOurPages(request: FastifyRequest, publicUrl: string): boolean {
  const { origin } = request.headers
  if (origin === undefined) return request.headers['sec-fetch-site'] === undefined
  if (origin === publicUrl) return true
  return URL.canParse(origin) && new URL(origin).host === request.headers.host
}
