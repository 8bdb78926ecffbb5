import { randomUUID } from 'node:crypto'
import type { AnswerOf, BodyInputOf, ParamsOf, RouteDefinition } from '#shared/contract/route.ts'
import type { FilePart } from '#tests/api/support/client.ts'

interface Request<R extends RouteDefinition> {
  readonly params?: ParamsOf<R>
  readonly body?: BodyInputOf<R>
  readonly files?: Readonly<Record<string, FilePart>>
}

/** Calls the server beside the browser, for what a journey needs and is not about. */
export class Api {
  readonly #origin: string
  readonly #accessToken: string | undefined

  constructor(origin: string, accessToken?: string) {
    this.#origin = origin
    this.#accessToken = accessToken
  }

  async call<R extends RouteDefinition>(route: R, request: Request<R> = {}): Promise<AnswerOf<R>> {
    return (await (await this.send(route, request)).json()) as AnswerOf<R>
  }

  async send<R extends RouteDefinition>(route: R, request: Request<R> = {}): Promise<Response> {
    const params = (request.params ?? {}) as Readonly<Record<string, string>>
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    const response = await fetch(`${this.#origin}${path}`, {
      method: route.method,
      headers: {
        'idempotency-key': randomUUID(),
        ...(request.files ? {} : { 'content-type': 'application/json' }),
        ...(this.#accessToken ? { authorization: `Bearer ${this.#accessToken}` } : {}),
      },
      ...bodyOf(request),
    })
    if (response.ok) return response
    throw new Error(`${route.method} ${path}: ${response.status} ${await response.text()}`)
  }
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
