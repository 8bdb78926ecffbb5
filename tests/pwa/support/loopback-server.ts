import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SessionUser } from '#shared/contract/auth.ts'

/** How the server mishandles the next write. */
export type Mishap =
  | 'drop' // the connection breaks before the request is processed
  | 'hang' // neither processed nor answered
  | 'lose' // the request is processed, but its answer is lost
  | 'replace' // the request is processed, but a proxy answers 503 instead
  | { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }

interface ReceivedWrite {
  readonly path: string
  readonly key: string
  readonly userId: string
  readonly body: string
  readonly type: string
}

/** A server that applies each key once, like the real one, and fails on demand. */
export interface LoopbackServer {
  readonly url: string
  /** Effects, in order; a repeated key adds none. */
  readonly effects: ReceivedWrite[]
  /** Every write received, including repeated ones. */
  readonly tries: ReceivedWrite[]
  readonly counts: { refresh: number; health: number; logout: number }
  /** Writes that were received but never got a response. */
  hanging: number
  /** Applied to the next writes, one each. */
  readonly mishaps: Mishap[]
  /** The response headers of each write that had an effect. */
  headers: Readonly<Record<string, string>>
  /** The user of the refresh cookie; undefined once the session has ended. */
  signedIn: SessionUser | undefined
  /** The DPoP header of each log-in and refresh; '' if there was none. */
  readonly proofs: string[]
  /** The idle time that each refresh reports. */
  readonly idle: (number | undefined)[]
  /** A nonce that a proof must contain, as for a device whose clock is wrong. */
  nonce: string | undefined
  /** Delay before the response to a refresh. */
  refreshDelayMs: number
  /** Runs when a write is received; it is handled once this has resolved. */
  onWrite: () => unknown
  /** Invalidates all access tokens issued so far. */
  expireTokens(): void
  close(): Promise<void>
}

export function userOf(id: string): SessionUser {
  return {
    id,
    display_id: 'ABCDEFGH',
    email: 'demo@example.com',
    full_name: 'Demo User',
    phone: '1',
    role: 'user',
    is_active: true,
    is_verified: false,
    credit_score: 60,
    kyc_status: 'not_submitted',
    second_factor: false,
    must_change_password: false,
    language: null,
    must_verify_again: false,
    profile_picture: null,
    created_at: '2026-01-01T00:00:00.000Z',
    email_confirmed_at: '2026-01-01T00:00:00.000Z',
  }
}

export async function startLoopbackServer(): Promise<LoopbackServer> {
  const tokens = new Map<string, string>()
  const answered = new Map<string, unknown>()
  let cookie = 0

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => route(request, response, Buffer.concat(chunks).toString('latin1')))
  })

  const state: LoopbackServer = {
    url: '',
    effects: [],
    tries: [],
    counts: { refresh: 0, health: 0, logout: 0 },
    hanging: 0,
    mishaps: [],
    headers: {},
    signedIn: undefined,
    proofs: [],
    idle: [],
    nonce: undefined,
    refreshDelayMs: 0,
    onWrite: () => {},
    expireTokens: () => tokens.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  function route(request: IncomingMessage, response: ServerResponse, body: string): void {
    if (request.url === '/healthz') {
      state.counts.health += 1
      respond(response, 200, { ok: true })
    } else if (request.url === '/api/auth/logout') {
      state.counts.logout += 1
      state.signedIn = undefined
      respond(response, 200, { message: 'Logged out' })
    } else if (request.url === '/api/auth/login') {
      if (isProved(request, response)) open(response)
    } else if (request.url === '/api/auth/refresh') {
      state.idle.push(JSON.parse(body).idle_seconds)
      setTimeout(() => refresh(request, response), state.refreshDelayMs)
    } else {
      void Promise.resolve(state.onWrite()).then(() => take(request, response, body))
    }
  }

  // Rotates the cookie. An old cookie ends the session, because it may be stolen.
  function refresh(request: IncomingMessage, response: ServerResponse): void {
    state.counts.refresh += 1
    if (!isProved(request, response)) return
    const shown = Number(/refresh=(\d+)/.exec(request.headers.cookie ?? '')?.[1] ?? cookie)
    if (shown !== cookie) state.signedIn = undefined
    if (!state.signedIn) {
      respond(response, 401, ended)
      return
    }
    open(response)
  }

  function isProved(request: IncomingMessage, response: ServerResponse): boolean {
    const proof = String(request.headers.dpop ?? '')
    state.proofs.push(proof)
    if (state.nonce === undefined || claimsOf(proof).nonce === state.nonce) return true
    response.setHeader('dpop-nonce', state.nonce)
    respond(response, 400, { code: 'device_proof.nonce_required', error: 'use_dpop_nonce' })
    return false
  }

  function open(response: ServerResponse): void {
    if (!state.signedIn) {
      respond(response, 401, ended)
      return
    }
    cookie += 1
    const token = `token-${crypto.randomUUID()}`
    tokens.set(token, state.signedIn.id)
    response.setHeader('set-cookie', `refresh=${cookie}; HttpOnly; Path=/`)
    respond(response, 200, {
      access_token: token,
      refresh_token: null,
      expires_in: 900,
      expires_at: 0,
      token_type: 'bearer',
      user: state.signedIn,
    })
  }

  function take(request: IncomingMessage, response: ServerResponse, body: string): void {
    const mishap = state.mishaps.shift()
    // Closing the server ends the connection of a hanging request.
    if (mishap === 'hang') {
      state.hanging += 1
      return
    }
    if (mishap === 'drop') {
      request.socket.destroy()
    } else if (typeof mishap === 'object') {
      response.setHeaders(new Map(Object.entries(mishap.headers ?? {})))
      respond(response, mishap.status, mishap.body ?? PAGE_OF_PROXY)
    } else {
      const userId = tokens.get(request.headers.authorization?.slice('Bearer '.length) ?? '')
      if (userId) record(request, response, { userId, body, mishap })
      else respond(response, 401, ended)
    }
  }

  function record(
    request: IncomingMessage,
    response: ServerResponse,
    {
      userId,
      body,
      mishap,
    }: { userId: string; body: string; mishap: 'lose' | 'replace' | undefined },
  ): void {
    const write = {
      path: request.url ?? '',
      key: String(request.headers['idempotency-key'] ?? ''),
      userId,
      body,
      type: String(request.headers['content-type'] ?? ''),
    }
    state.tries.push(write)
    if (!answered.has(write.key)) {
      state.effects.push(write)
      answered.set(write.key, { id: crypto.randomUUID() })
    }
    response.setHeaders(new Map(Object.entries(state.headers)))
    if (mishap === 'lose') request.socket.destroy()
    else if (mishap === 'replace') respond(response, 503, PAGE_OF_PROXY)
    else respond(response, 200, answered.get(write.key))
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(state, { url: `http://127.0.0.1:${port}` })
}

/** The key and the claims of a proof. */
export function headOf(proof: string): { readonly jwk: JsonWebKey } {
  return partOf(proof, 0)
}

export function claimsOf(proof: string): Record<string, unknown> {
  return partOf(proof, 1)
}

function partOf<T>(proof: string, index: number): T {
  return JSON.parse(Buffer.from(proof.split('.')[index] ?? '', 'base64url').toString() || '{}')
}

const PAGE_OF_PROXY = '<html>proxy</html>'

const ended = { code: 'session.expired', error: 'Session Expired', message: 'Log in again.' }

function respond(response: ServerResponse, status: number, body: unknown): void {
  response.statusCode = status
  const isPage = typeof body === 'string'
  response.setHeader('content-type', isPage ? 'text/html' : 'application/json')
  response.end(isPage ? body : JSON.stringify(body))
}
