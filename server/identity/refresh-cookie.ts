import type { FastifyReply, FastifyRequest } from 'fastify'

const NAME = 'refresh_token'

/** The refresh secret of a browser: hidden from scripts, other sites and all other paths. */
export function setRefreshCookie(
  reply: FastifyReply,
  token: string,
  { maxAgeSeconds, isSecure }: { readonly maxAgeSeconds: number; readonly isSecure: boolean },
): void {
  reply.setCookie(NAME, token, {
    path: '/api/auth',
    maxAge: maxAgeSeconds,
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure,
  })
}

export function clearRefreshCookie(reply: FastifyReply, isSecure: boolean): void {
  setRefreshCookie(reply, '', { maxAgeSeconds: 0, isSecure })
}

export function readRefreshCookie({ headers, server }: FastifyRequest): string | undefined {
  const value = server.parseCookie(headers.cookie ?? '')[NAME]
  return value && /^[\w-]{20,200}$/.test(value) ? value : undefined
}

/**
 * Whether a request comes from our own pages. Browsers send the page's origin with every POST; a
 * request without one is not from a browser and has no cookie to abuse.
 */
export function comesFromOurPages(request: FastifyRequest, publicUrl: string): boolean {
  const { origin } = request.headers
  if (origin === undefined) return request.headers['sec-fetch-site'] === undefined
  if (origin === publicUrl) return true
  return URL.canParse(origin) && new URL(origin).host === request.headers.host
}
