import type * as z from 'zod/mini'
import type { RefusalCode } from '#shared/errors.ts'
import type { Permission } from '#shared/rules/permissions.ts'

/**
 * A route, declared once: the server mounts it, the browser calls it, and the OpenAPI page, the
 * authorisation matrix and the fuzzer are generated from it.
 */
export interface RouteDefinition<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Response extends Schema = Schema,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Fastify style: "/api/portfolio/:userId". */
  readonly path: string
  readonly summary: string
  /**
   * public: no session needed. user: any signed-in user. own: `:userId` is the caller's own, or the
   * caller may read every user. Otherwise the permission that staff need.
   */
  readonly access: 'public' | 'user' | 'own' | Permission
  /**
   * For writes. key: the same Idempotency-Key header (UUID) has one effect; without one the server
   * makes one. natural: a repeated call changes nothing more (log out, switch off push).
   */
  readonly idempotency?: 'key' | 'natural'
  /**
   * Asks for a proof of who acts that is not older than a few minutes; without one the response is
   * 403 `step_up.required`. always: before anything is done. factor: the same, but the body has the
   * password, which is enough where the account has nothing better. decided: depends on the
   * decision, such as an approval of a large amount.
   */
  readonly stepUp?: 'always' | 'factor' | 'decided'
  /**
   * Fields of the body that state what the user saw, such as a price. A new submission with other
   * values counts as the same. If nothing else in the body says what the user wants, the app adds it.
   */
  readonly seenFields?: readonly string[]
  /**
   * The body has few enough possible values to be guessed from its hash, such as one with an SSN,
   * so the log stores a keyed hash.
   */
  readonly isGuessable?: true
  /** For a disabled user. Default: reads are allowed and writes are refused. */
  readonly whenDisabled?: 'allowed' | 'refused'
  /**
   * Works while the user's password is one that staff chose. Only routes that lead to a new
   * password do.
   */
  readonly withChosenPassword?: true
  /**
   * Accepts a proof of the device's key in the header `DPoP` (RFC 9449). binds: the session that it
   * opens is bound to the key. proves: a bound session continues only with it.
   */
  readonly dpop?: 'binds' | 'proves'
  /** queue: may wait in the outbox while offline. refuse: needs the network now. */
  readonly offline?: 'queue' | 'refuse'
  /**
   * Submissions of one series are sent in the order in which they were made: each waits in the
   * outbox until the one before it is accepted, refused or cancelled. `of`: the field of the body
   * that names an item, if there is one series for each item.
   */
  readonly inOrder?: { readonly series: string; readonly of?: string }
  /** If the same is submitted again while the first waits in the outbox, it joins the first. */
  readonly joinsWaiting?: true
  readonly params?: Params
  readonly query?: Query
  /** JSON body, or the text fields of a multipart body where `files` is set. */
  readonly body?: Body
  /** If none of them is required, a JSON body is accepted as well. */
  readonly files?: Readonly<Record<string, FileField>>
  readonly response?: Response
  /** The response is not JSON but a file or a page. */
  readonly raw?: true
  /** Requests per minute from one caller, if lower than the general limit. */
  readonly perMinute?: number
}

/** What a route is about: the first word of its path after "api" and "admin". */
export function topicOf({ path }: Pick<RouteDefinition, 'path'>): string {
  return /^(?:\/api)?(?:\/admin)?\/([^/]+)/.exec(path)?.[1] ?? ''
}

/** From this time on, a body must have arrived at the lowest speed on average: `upload.too_slow`. */
export const UPLOAD_SLOW_AFTER_MS = 30_000
export const UPLOAD_BYTES_PER_SECOND_MIN = 32 * 1024

/** By then, the files of a form have arrived, or the server has refused them as too slow. */
export function uploadMsMax(bytes: number): number {
  return Math.max(UPLOAD_SLOW_AFTER_MS, Math.ceil((bytes / UPLOAD_BYTES_PER_SECOND_MIN) * 1_000))
}

/** A field of a multipart body that carries one or more files. */
export interface FileField {
  readonly required: boolean
  /** The refusal when it is missing; default: upload.missing. */
  readonly whenMissing?: RefusalCode
  readonly accepts: 'image' | 'document'
  /** Per file. */
  readonly bytesMax: number
  /** Stored encrypted with the sender's own key, as identity documents are. */
  readonly isSealed?: true
  /** How often the field may be repeated; default: once. */
  readonly filesMax?: number
  /**
   * What its files are stored as; default: the name of the field. Files of one kind that are the same
   * are one upload, so a feature that deletes its files gives them a kind that no other form has.
   */
  readonly kind?: string
}

export function fileKindOf(name: string, { kind = name }: FileField): string {
  return kind
}

/** What the files of a form are stored as. */
export function fileKindsOf(fields: Readonly<Record<string, FileField>>): string[] {
  return Object.entries(fields).map(([name, field]) => fileKindOf(name, field))
}

type Schema = z.ZodMiniType
type OutputOf<S> = S extends Schema ? z.output<S> : undefined
type InputOf<S> = S extends Schema ? z.input<S> : undefined

export type ParamsOf<R extends RouteDefinition> = OutputOf<R['params']>
export type QueryOf<R extends RouteDefinition> = OutputOf<R['query']>
export type BodyOf<R extends RouteDefinition> = OutputOf<R['body']>
export type BodyInputOf<R extends RouteDefinition> = InputOf<R['body']>
export type ResponseOf<R extends RouteDefinition> = OutputOf<R['response']>
