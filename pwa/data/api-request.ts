import {
  type BodyInputOf,
  type ParamsOf,
  type QueryOf,
  type RouteDefinition,
  uploadMsMax,
} from '#shared/contract/route.ts'
import { errorOf, localError } from './api-error.ts'
import { reportContact } from './reachability.ts'
import { noteServerTime } from './server-clock.ts'

/** A request as plain data: any tab can send it now, or store it and send it later. */
export interface PreparedRequest {
  readonly method: RouteDefinition['method']
  readonly url: string
  readonly needsSession: boolean
  readonly body?: unknown
  /** If present, the body is sent as multipart. */
  readonly files?: readonly RequestFile[]
  readonly raw: boolean
  readonly dpop?: RouteDefinition['dpop']
}

interface RequestFile {
  readonly field: string
  readonly name: string
  readonly content: Blob
}

/** By field; undefined is not sent. */
type Files = Readonly<Record<string, File | readonly File[] | undefined>>

/** The input that a route's definition requires. */
export type CallInput<R extends RouteDefinition> = Part<'params', ParamsOf<R>> &
  Part<'query', QueryOf<R>> &
  Part<'body', BodyInputOf<R>> &
  (R extends { files: infer F } ? { files: { [K in keyof F]?: Files[string] } } : { files?: never })

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [K in Name]?: never }
  : Record<never, never> extends Value
    ? { readonly [K in Name]?: Value }
    : undefined extends Value
      ? { readonly [K in Name]?: Value }
      : { readonly [K in Name]: Value }

/** The same without the route's types, for code behind a typed function. */
export interface AnyInput {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly files?: unknown
}

/** Identifies a route in the outbox and in the cache: "POST /api/trades". */
export function routeKey(route: RouteDefinition): string {
  return `${route.method} ${route.path}`
}

export function prepare(route: RouteDefinition, input: AnyInput): PreparedRequest {
  return {
    method: route.method,
    url: urlOf(route, input),
    needsSession: route.access !== 'public',
    raw: route.raw === true,
    dpop: route.dpop,
    // Fastify refuses a JSON request without a body, so a route with a schema gets at least {}.
    ...(route.method !== 'GET' && (input.body !== undefined || route.body)
      ? { body: input.body ?? {} }
      : {}),
    ...(route.files ? { files: filesOf(input.files as Files | undefined) } : {}),
  }
}

const TIMEOUT_MS = 20_000

/**
 * How long an attempt may take. With files it ends after the server would have refused it as too
 * slow: that response says that nothing was recorded.
 */
function timeLimitMs({ files = [] }: PreparedRequest): number {
  const bytes = files.reduce((sum, { content }) => sum + content.size, 0)
  return TIMEOUT_MS + (bytes > 0 ? uploadMsMax(bytes) : 0)
}

interface Credentials {
  readonly token?: string | undefined
  readonly key?: string | undefined
  readonly dpop?: string | undefined
}

/** One attempt: the response, with any status, or an error with status 0. */
export async function send(
  request: PreparedRequest,
  { outlivesPage = false, ...credentials }: Credentials & { outlivesPage?: boolean | undefined },
  signal?: AbortSignal,
): Promise<Response> {
  const limitMs = timeLimitMs(request)
  const progress = request.raw ? progressLimit(limitMs) : undefined
  const timeout = progress?.signal ?? AbortSignal.timeout(limitMs)
  const init: RequestInit = {
    method: request.method,
    headers: headersOf(request, credentials),
    credentials: 'include',
    keepalive: outlivesPage,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    ...bodyOf(request),
  }
  let response: Response
  try {
    response = await fetch(request.url, init)
  } catch (error) {
    if (signal?.aborted) throw error
    if (timeout.aborted) throw localError('network.timeout')
    reportContact(false)
    throw localError('network.unreachable')
  }
  reportContact(true)
  noteServerTime(response.headers.get('date'))
  return progress ? progress.watch(response) : response
}

/** Aborts a file that makes no progress: a long one may take longer than the limit. */
function progressLimit(limitMs: number) {
  const stalled = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(() => stalled.abort(localError('network.timeout')), limitMs)
  }
  const transform: Transformer['transform'] = (chunk, parts) => {
    restart()
    parts.enqueue(chunk)
  }
  restart()
  return {
    signal: stalled.signal,
    watch(response: Response) {
      restart()
      return new Response(response.body?.pipeThrough(new TransformStream({ transform })), response)
    },
  }
}

/** The parsed body of a response; throws if the response is an error. */
export async function readResponse(
  request: PreparedRequest,
  response: Response,
  onResponse?: (headers: Headers) => void,
): Promise<unknown> {
  if (!response.ok) throw await errorOf(response)
  onResponse?.(response.headers)
  if (request.raw) return response
  const text = await response.text().catch(() => {
    throw localError('network.unreachable')
  })
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    // A captive portal responds 200 with its own page: our server has not seen the request.
    throw localError('answer.unreadable')
  }
}

function urlOf(route: RouteDefinition, input: AnyInput): string {
  const params = (input.params ?? {}) as Record<string, unknown>
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

function filesOf(files: Files | undefined): RequestFile[] {
  return Object.entries(files ?? {}).flatMap(([field, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((file) => file !== undefined)
      .map((file) => ({ field, name: file.name, content: file })),
  )
}

function headersOf(request: PreparedRequest, { token, key, dpop }: Credentials): HeadersInit {
  return {
    accept: 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
    ...(dpop ? { dpop } : {}),
    ...(request.body !== undefined && !request.files ? { 'content-type': 'application/json' } : {}),
  }
}

function bodyOf(request: PreparedRequest): { body?: BodyInit } {
  if (!request.files) {
    return request.body === undefined ? {} : { body: JSON.stringify(request.body) }
  }
  const form = new FormData()
  // Text first: the server can check it before it reads the files.
  for (const [name, value] of Object.entries(request.body ?? {})) {
    if (value !== undefined && value !== null) form.append(name, String(value))
  }
  for (const file of request.files) form.append(file.field, file.content, file.name)
  return { body: form }
}
