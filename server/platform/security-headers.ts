import type { FastifyInstance } from 'fastify'

/**
 * The browser may load code, styles and data only from this origin, and the page's scripts may
 * write HTML only through the policies named here.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "font-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types app default',
].join('; ')

/** Sent with every page and its assets, in addition to the headers of every response. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': PAGE_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
}

/** For data responses: they may never be executed, framed or cached. */
const RESPONSE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=31536000' }

/** Every response starts with the strictest headers; routes for pages and files relax them. */
export function sendSecurityHeaders(app: FastifyInstance, strictTransport: boolean): void {
  const headers = strictTransport ? { ...RESPONSE_HEADERS, ...STRICT_TRANSPORT } : RESPONSE_HEADERS
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
}
