import { randomUUID } from 'node:crypto'
import type { BodyInputOf, ParamsOf, ResponseOf, RouteDefinition } from '#shared/contract/route.ts'
import type { FilePart } from '#tests/api/support/client.ts'
import { WAIT_MS_MAX } from '#tests/support/patience.ts'

interface Request<R extends RouteDefinition> {
  readonly params?: ParamsOf<R>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: BodyInputOf<R>
  readonly files?: Readonly<Record<string, FilePart>>
}

interface Session {
  readonly accessToken: string
  /** Gets a new access token after the clock has passed the expiry of the old one. */
  readonly renew: () => Promise<string>
}

/** Calls the server directly, for the setup of a journey. */
export class Api {
  readonly #origin: string
  #session: Session | undefined

  constructor(origin: string, session?: Session) {
    this.#origin = origin
    this.#session = session
  }

  async call<R extends RouteDefinition>(
    route: R,
    request: Request<R> = {},
  ): Promise<ResponseOf<R>> {
    return (await (await this.send(route, request)).json()) as ResponseOf<R>
  }

  async send<R extends RouteDefinition>(route: R, request: Request<R> = {}): Promise<Response> {
    const params = (request.params ?? {}) as Readonly<Record<string, string>>
    const query = request.query ? `?${new URLSearchParams(request.query)}` : ''
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '') + query
    let response = await this.#ask(route, path, request)
    if (this.#session && (await asksForSession(response))) {
      const { renew } = this.#session
      this.#session = { accessToken: await renew(), renew }
      response = await this.#ask(route, path, request)
    }
    if (response.ok) return response
    throw new Error(`${route.method} ${path}: ${response.status} ${await response.text()}`)
  }

  #ask(route: RouteDefinition, path: string, request: Request<RouteDefinition>): Promise<Response> {
    return fetch(`${this.#origin}${path}`, {
      method: route.method,
      headers: {
        'idempotency-key': randomUUID(),
        ...(request.files ? {} : { 'content-type': 'application/json' }),
        ...(this.#session ? { authorization: `Bearer ${this.#session.accessToken}` } : {}),
      },
      ...bodyOf(request),
      // Without it, a journey whose server hangs would report only that it took too long.
      signal: AbortSignal.timeout(WAIT_MS_MAX),
    })
  }
}

/** A new session also counts as a recent proof of identity. */
async function asksForSession(response: Response): Promise<boolean> {
  if (response.status !== 403) return response.status === 401
  return (await response.clone().text()).includes('step_up.required')
}

function bodyOf({ body, files }: Request<RouteDefinition>): { body?: string | FormData } {
  if (!files) return body === undefined ? {} : { body: JSON.stringify(body) }
  const form = new FormData()
  for (const [name, value] of Object.entries((body ?? {}) as object)) {
    form.append(name, String(value))
  }
  for (const [field, { name, content, type = 'image/jpeg' }] of Object.entries(files)) {
    form.append(field, new Blob([content], { type }), name)
  }
  return { body: form }
}
