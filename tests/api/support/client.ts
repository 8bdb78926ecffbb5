import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '#server/platform/mount.ts'
import type { BodyInputOf, ParamsOf, ResponseOf, RouteDefinition } from '#shared/contract/route.ts'

export interface Response<Body = unknown> {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly body: Body
  readonly text: string
}

export interface FilePart {
  readonly name: string
  readonly content: Uint8Array<ArrayBuffer>
  readonly type?: string
}

export interface Request<R extends RouteDefinition = RouteDefinition> {
  readonly params?: ParamsOf<R>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: BodyInputOf<R>
  readonly files?: Readonly<Record<string, FilePart | readonly FilePart[]>>
  /** By default a new key if the route needs one; null sends none. */
  readonly key?: string | null | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** The server could not decide in time: the app sends the command again. */
const UNDECIDED = new Set(['busy.try_later', 'outcome.unknown', 'service.unavailable'])
const PAUSE_MS = 100

/** Calls the routes of an app as one user, or without a session. */
export class Client {
  readonly #app: App
  readonly #accessToken: string | undefined

  constructor(app: App, accessToken?: string) {
    this.#app = app
    this.#accessToken = accessToken
  }

  /** Returns any response, including refusals. */
  async send<R extends RouteDefinition>(
    route: R,
    request: Request<R> = {},
  ): Promise<Response<ResponseOf<R> & Refused>> {
    const { payload, headers } = await bodyOf(request)
    const response = await this.#app.inject({
      method: route.method,
      url: addressOf(route.path, request.params),
      query: asTexts(request.query),
      headers: { ...headers, ...this.headers(route, request.key), ...request.headers },
      ...(payload === undefined ? {} : { payload }),
    })
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    return {
      status: response.statusCode,
      headers: response.headers,
      body: (isJson ? response.json() : undefined) as ResponseOf<R> & Refused,
      text: response.body,
    }
  }

  /**
   * Sends a command as the app does: repeatedly under its key until it is done or refused. For many
   * commands at once, which a slow machine cannot decide in time.
   */
  async insist<R extends RouteDefinition>(
    route: R,
    request: Request<R> = {},
  ): Promise<Response<ResponseOf<R> & Refused>> {
    const sent = { ...request, key: keyOf(route, request.key) }
    for (;;) {
      const response = await this.send(route, sent)
      if (!UNDECIDED.has(response.body?.code ?? '')) return response
      await sleep(PAUSE_MS)
    }
  }

  /** The authorisation and idempotency headers. */
  headers(route: RouteDefinition, key?: string | null): Record<string, string> {
    const sent = keyOf(route, key)
    return {
      ...(this.#accessToken ? { authorization: `Bearer ${this.#accessToken}` } : {}),
      ...(sent ? { 'idempotency-key': sent } : {}),
    }
  }

  /** Returns the response of a call that must succeed. */
  async call<R extends RouteDefinition>(
    route: R,
    request: Request<R> = {},
  ): Promise<ResponseOf<R>> {
    const { status, body, text } = await this.send(route, request)
    if (status >= 300) throw new Error(`${route.method} ${route.path} answered ${status}: ${text}`)
    return body
  }
}

/** Fields of a refusal; absent in other responses. */
interface Refused {
  readonly code?: string
  readonly error?: string
  readonly message?: string
}

type Refusable = Pick<Response<Refused>, 'status' | 'body'>

/** The status and code of a refusal: [404, 'item.unknown']. */
export async function refusalOf(
  response: Refusable | Promise<Refusable>,
): Promise<[status: number, code: string | undefined]> {
  const { status, body } = await response
  return [status, body.code]
}

function addressOf(path: string, params: unknown): string {
  const values = (params ?? {}) as Readonly<Record<string, string>>
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  )
  return filled.replace('*', encodeURI(values['*'] ?? ''))
}

function asTexts(query: Request['query'] = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
}

function keyOf(route: RouteDefinition, key: string | null | undefined): string | undefined {
  if (key !== undefined) return key ?? undefined
  return route.idempotency === 'key' ? randomUUID() : undefined
}

async function bodyOf(request: Request): Promise<{
  payload?: Buffer | string
  headers: Record<string, string>
}> {
  if (request.files) return await multipartOf(request.body ?? {}, request.files)
  if (request.body === undefined) return { headers: {} }
  return {
    payload: JSON.stringify(request.body),
    headers: { 'content-type': 'application/json' },
  }
}

/** Encodes a form as a browser does. */
export async function multipartOf(fields: object, files: NonNullable<Request['files']>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  for (const [field, parts] of Object.entries(files)) {
    for (const { name, content, type = 'image/jpeg' } of [parts].flat()) {
      form.append(field, new Blob([content], { type }), name)
    }
  }
  const encoded = new Response(form)
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  }
}
