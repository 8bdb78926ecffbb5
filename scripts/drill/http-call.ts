import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface HttpRequest {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer | undefined
}

export interface HttpResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  /** The parsed body; a response of the proxy itself has the code "http". */
  readonly json: Record<string, unknown>
}

export type HttpCall = (origin: string, sent: HttpRequest) => Promise<HttpResponse>

/** Longer than the app waits for a response. */
const RESPONSE_MS_MAX = 30_000

/** Sends requests over keep-alive connections, from a given loopback address if there is one. */
export function httpCaller(localAddress?: string): HttpCall {
  const agent = new Agent({ keepAlive: true, ...(localAddress && { localAddress }) })
  return async (origin, { method, path, headers = {}, body }) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const asked = request(`${origin}${path}`, {
      agent,
      method,
      headers: { ...headers, ...length },
      signal: AbortSignal.timeout(RESPONSE_MS_MAX),
    })
    const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>()
    asked.once('error', reject)
    asked.once('response', (response) => {
      const { statusCode: status = 0, headers } = response
      buffer(response).then((bytes) => {
        resolve({ status, headers, bytes, json: parsed(bytes) })
      }, reject)
    })
    asked.end(body)
    return promise
  }
}

function parsed(bytes: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return { code: 'http' }
  }
}
