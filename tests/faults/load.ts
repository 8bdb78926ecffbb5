import { setTimeout as sleep } from 'node:timers/promises'
import { logIn } from '#shared/contract/auth.ts'
import type { ResponseOf, RouteDefinition } from '#shared/contract/route.ts'
import { multipartOf, type Request } from '#tests/api/support/client.ts'
import { Api } from '#tests/e2e/support/api.ts'
import type { Person } from '#tests/e2e/support/people.ts'

type Sent = Pick<Request, 'params' | 'body' | 'files' | 'query'>

/** A command with its final answer. */
export interface Answered<R extends RouteDefinition = RouteDefinition> {
  readonly actorId: string
  readonly key: string
  readonly route: RouteDefinition
  readonly sent: Sent
  readonly status: number
  readonly response: ResponseOf<R>
}

const PAUSE_MS = 25
/** The pause while no server listens. More attempts would slow down its start. */
const UNREACHED_PAUSE_MS = 100
const TRY_MS_MAX = 5_000

/**
 * Sends one user's commands in sequence, and retries each under its key until it gets a response.
 */
export class Client {
  readonly answered: Answered[] = []
  readonly random: () => number
  readonly #origin: string
  readonly #person: Person
  #accessToken: string
  #waitsFor = 'nothing yet'

  constructor(origin: string, person: Person, random: () => number) {
    this.#origin = origin
    this.#person = person
    this.#accessToken = person.accessToken
    this.random = random
  }

  get userId(): string {
    return this.#person.user.id
  }

  /** The last request and the response that made it retry, for the message of a failed test. */
  get waitsFor(): string {
    return this.#waitsFor
  }

  /** Runs random actions in sequence. */
  async act(acts: readonly (() => Promise<unknown>)[], isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.oneOf(acts)?.()
      await sleep(PAUSE_MS)
    }
  }

  /** @returns the response; undefined if the command was refused */
  async command<const R extends RouteDefinition>(
    route: R,
    sent: Sent = {},
  ): Promise<ResponseOf<R> | undefined> {
    const key = this.#newKey()
    const { status, response } = await this.#untilAnswered(route, { ...sent, key })
    this.answered.push({ actorId: this.userId, key, route, sent, status, response })
    return status < 300 ? (response as ResponseOf<R>) : undefined
  }

  /** Sends a request that changes nothing. */
  async ask<const R extends RouteDefinition>(
    route: R,
    sent: Sent = {},
  ): Promise<ResponseOf<R> | undefined> {
    const { status, response } = await this.#untilAnswered(route, { ...sent, key: this.#newKey() })
    return status < 300 ? (response as ResponseOf<R>) : undefined
  }

  /** Sends the same command again under its key. */
  again({ route, sent, key }: Answered): Promise<{ status: number; response: unknown }> {
    return this.#untilAnswered(route, { ...sent, key })
  }

  /** A random element. */
  oneOf<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.random() * from.length)]
  }

  take<T>(from: T[]): T | undefined {
    return from.splice(Math.floor(this.random() * from.length), 1)[0]
  }

  async #untilAnswered(
    route: RouteDefinition,
    asked: Sent & { readonly key: string },
  ): Promise<{ status: number; response: unknown }> {
    for (let tries = 1; ; tries += 1) {
      const response = await this.#try(route, asked).catch((error: unknown) => String(error))
      this.#waitsFor = `${route.method} ${route.path}, try ${tries}: ${JSON.stringify(response)}`
      if (typeof response === 'string') await sleep(UNREACHED_PAUSE_MS)
      else if (needsLogIn(response)) await this.#logInAgain()
      else if (isAboutLoad(response)) await sleep(PAUSE_MS)
      else return response
    }
  }

  async #try(
    route: RouteDefinition,
    { key, params, body, files }: Sent & { readonly key: string },
  ) {
    const values = (params ?? {}) as Readonly<Record<string, string>>
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '')
    const form = files && (await multipartOf(body ?? {}, files))
    const json = body === undefined ? undefined : JSON.stringify(body)
    const content = form?.payload ?? json
    const response = await fetch(`${this.#origin}${path}`, {
      method: route.method,
      headers: {
        authorization: `Bearer ${this.#accessToken}`,
        'idempotency-key': key,
        ...(form?.headers ?? (json === undefined ? {} : { 'content-type': 'application/json' })),
      },
      signal: AbortSignal.timeout(TRY_MS_MAX),
      ...(content === undefined ? {} : { body: content }),
    })
    const text = await response.text()
    return { status: response.status, response: text === '' ? undefined : JSON.parse(text) }
  }

  /** Replaces the session. */
  async #logInAgain(): Promise<void> {
    const { email, password } = this.#person
    const body = { email, password, refresh_in_body: true } as const
    try {
      const session = await new Api(this.#origin).call(logIn, { body })
      this.#accessToken = session.access_token
    } catch (error) {
      this.#waitsFor += `, then log-in: ${error}`
      await sleep(PAUSE_MS)
    }
  }

  #newKey(): string {
    const digits = (count: number) =>
      Array.from({ length: count }, () => Math.floor(this.random() * 16).toString(16)).join('')
    return `${digits(8)}-${digits(4)}-4${digits(3)}-a${digits(3)}-${digits(12)}`
  }
}

/** The token has expired, or the log-in is too old for the command. */
function needsLogIn({ status, response }: { readonly status: number; readonly response: unknown }) {
  return status === 401 || (status === 403 && Object(response).code === 'step_up.required')
}

/** The outcome of the command is unknown: an earlier attempt may still carry it out. */
function isAboutLoad({ status }: { readonly status: number }): boolean {
  return status >= 500 || status === 429
}
