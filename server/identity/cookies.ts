import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IdentityContext } from './identity-context.ts'

export type CookieContext = Pick<IdentityContext, 'publicUrl'>

/** Sets a secret cookie that is hidden from scripts, other sites and all other paths. */
export function setCookie(
  { publicUrl }: CookieContext,
  reply: FastifyReply,
  cookie: { readonly name: string; readonly value: string; readonly maxAgeSeconds: number },
): void {
  reply.setCookie(cookie.name, cookie.value, {
    path: '/api/auth',
    maxAge: cookie.maxAgeSeconds,
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
  })
}

export function readCookie({ headers, server }: FastifyRequest, name: string): string | undefined {
  const value = server.parseCookie(headers.cookie ?? '')[name]
  return value && /^[\w-]{20,200}$/.test(value) ? value : undefined
}
