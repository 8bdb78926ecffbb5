import type * as z from 'zod/mini'
import type { RefusalCode } from '#shared/errors.ts'
import type { Permission } from '#shared/rules/permissions.ts'

/**
 * A route as both sides see it. The server mounts it, the browser calls it, the OpenAPI page, the
 * authorisation matrix and the fuzzer are generated from it: nothing about a route is said twice.
 */
export interface RouteDefinition<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Fastify style: "/api/portfolio/:userId". */
  readonly path: string
  readonly summary: string
  readonly tag: string
  /**
   * public: no session needed. user: any signed-in user. own: signed-in, and `:userId` is the
   * caller's own or the caller may read everybody's. Else the permission that staff need for it.
   */
  readonly access: 'public' | 'user' | 'own' | Permission
  /**
   * For writes. key: an Idempotency-Key header (UUID) is required, and the same key has one
   * effect. natural: repeating it is harmless by its nature (log out, switch off push).
   */
  readonly idempotency?: 'key' | 'natural'
  /** What a disabled user gets; writes refuse unless they say otherwise. */
  readonly whenDisabled?: 'allowed' | 'refused'
  /** queue: may wait in the outbox while offline. refuse: needs the network now. */
  readonly offline?: 'queue' | 'refuse'
  readonly params?: Params
  readonly query?: Query
  /** JSON body, or the text fields of a multipart body where `files` is set. */
  readonly body?: Body
  /** Where none of them is required, a JSON body is taken as well. */
  readonly files?: Readonly<Record<string, FileField>>
  readonly answer?: Answer
  /** Answers something other than JSON: a file, a page. */
  readonly raw?: true
  /** Requests a minute from one caller, where the general limit is too generous. */
  readonly perMinute?: number
}

/**
 * How long a body with files may take to arrive: a screenshot over a slow phone connection takes its
 * time. The browser waits as long for its answer, and the server a little longer for its end.
 */
export const UPLOAD_MS_MAX = 120_000

/** One field of a multipart body that carries a file, or several. */
export interface FileField {
  readonly required: boolean
  /** How its absence is refused, where the general words will not do. */
  readonly whenMissing?: RefusalCode
  readonly accepts: 'image' | 'document'
  /** Of each file. */
  readonly bytesMax: number
  /** Kept encrypted with the sender's own key: identity documents. */
  readonly isSealed?: true
  /** The field may be repeated, up to so many files; one file where absent. */
  readonly filesMax?: number
}

type Schema = z.ZodMiniType
type OutputOf<S> = S extends Schema ? z.output<S> : undefined
type InputOf<S> = S extends Schema ? z.input<S> : undefined

export type ParamsOf<R extends RouteDefinition> = OutputOf<R['params']>
export type QueryOf<R extends RouteDefinition> = OutputOf<R['query']>
export type BodyOf<R extends RouteDefinition> = OutputOf<R['body']>
export type BodyInputOf<R extends RouteDefinition> = InputOf<R['body']>
export type AnswerOf<R extends RouteDefinition> = OutputOf<R['answer']>

/** Keeps the literal types of a definition. */
export function defineRoute<const R extends RouteDefinition>(route: R): R {
  return route
}
