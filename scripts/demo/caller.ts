import { createHash } from 'node:crypto'
import type { App } from '#server/platform/mount.ts'
import type { BodyInputOf, ResponseOf, RouteDefinition } from '#shared/contract/route.ts'

interface Request<R extends RouteDefinition> {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: BodyInputOf<R>
  readonly files?: Pictures
}

/** By field name. */
type Pictures = Readonly<Record<string, Buffer>>

/** Calls the app's own routes as one user, the way a browser does. */
export type Call = <R extends RouteDefinition>(
  step: string,
  route: R,
  request?: Request<R>,
) => Promise<ResponseOf<R>>

interface Sent {
  readonly method: RouteDefinition['method']
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: Buffer | string | undefined
}

/** Sends a request to a server and returns its response. */
export type Send = (sent: Sent) => Promise<{ readonly status: number; readonly json: unknown }>

/** Calls an app that is not listening on a port. */
export function callerOf(app: App, accessToken: string): Call {
  return callerOver(async ({ method, path, headers, body: payload }) => {
    const response = await app.inject({
      method,
      url: path,
      headers,
      ...(payload === undefined ? {} : { payload }),
    })
    return { status: response.statusCode, json: response.json() }
  }, accessToken)
}

/** The idempotency key is derived from `step`, so a repeated step counts once. */
export function callerOver(send: Send, accessToken: string): Call {
  return async (step, route, request = {}) => {
    const { payload: body, headers } = await payloadOf(request)
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => request.params?.[name] ?? '')
    const query = new URLSearchParams(request.query)
    const { status, json } = await send({
      method: route.method,
      path: query.size > 0 ? `${path}?${query}` : path,
      headers: {
        ...headers,
        authorization: `Bearer ${accessToken}`,
        ...(route.method === 'GET' ? {} : { 'idempotency-key': keyOf(step) }),
      },
      body,
    })
    if (status >= 300) throw new StepRefused(step, json as { readonly code: string })
    return json as ResponseOf<typeof route>
  }
}

/** The app refused a step. */
export class StepRefused extends Error {
  readonly step: string
  readonly code: string

  constructor(step: string, response: { readonly code: string }) {
    super(`demo data, ${step}: ${JSON.stringify(response)}`)
    this.step = step
    this.code = response.code
  }
}

async function payloadOf(request: {
  readonly body?: unknown
  readonly files?: Pictures
}): Promise<{ payload?: Buffer | string; headers: Record<string, string> }> {
  if (request.files) return multipart({ ...Object(request.body) }, request.files)
  if (request.body === undefined) return { headers: {} }
  const headers = { 'content-type': 'application/json' }
  return { payload: JSON.stringify(request.body), headers }
}

async function multipart(fields: Readonly<Record<string, unknown>>, files: Pictures) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  for (const [name, picture] of Object.entries(files)) {
    form.append(name, new Blob([new Uint8Array(picture)]), `${name}.png`)
  }
  const encoded = new Response(form)
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  }
}

export function keyOf(step: string): string {
  const hex = createHash('sha256').update(`demo data: ${step}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}
