import type { FastifyReply } from 'fastify'
import type { RequestFacts } from '#server/platform/mount.ts'
import { networkOf } from '#server/platform/rate-limits.ts'
import { DAY_MS, SECOND_MS } from '#shared/time.ts'
import { type CookieContext, readCookie, setCookie } from './cookies.ts'
import { hashToken, newToken } from './secrets.ts'

/** The longest that browsers keep a cookie. */
export const DEVICE_COOKIE_DAYS = 400
const DEVICE_COOKIE = 'device'

/** The hashes by which the device of a request may be known. */
export function knownHashesOf({
  http,
  ip,
  userAgent,
}: Pick<RequestFacts, 'http' | 'ip' | 'userAgent'>): readonly Buffer[] {
  const token = readCookie(http.request, DEVICE_COOKIE)
  return [token === undefined ? hashOfClient(userAgent, ip) : hashToken(token)]
}

function hashOfClient(userAgent: string, ip: string): Buffer {
  return hashToken(`${userAgent} ${networkOf(ip)}`)
}

/**
 * Recognises the device of a log-in: a browser by a cookie that outlives sessions, other clients by
 * name and network. It grants no access: it only decides whether a log-in causes a mail.
 *
 * @returns the hash to store, and a function that sets the browser's cookie after the log-in
 */
export function recogniseDevice(
  context: CookieContext,
  { http, ip, userAgent }: Pick<RequestFacts, 'http' | 'ip' | 'userAgent'>,
  isBrowser: boolean,
): { readonly hash: Buffer; readonly keep: (reply: FastifyReply) => void } {
  if (!isBrowser) {
    return { hash: hashOfClient(userAgent, ip), keep: () => undefined }
  }
  const token = readCookie(http.request, DEVICE_COOKIE) ?? newToken()
  const maxAgeSeconds = (DEVICE_COOKIE_DAYS * DAY_MS) / SECOND_MS
  return {
    hash: hashToken(token),
    keep: (reply) =>
      setCookie(context, reply, { name: DEVICE_COOKIE, value: token, maxAgeSeconds }),
  }
}
