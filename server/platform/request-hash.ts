import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requestHash } from '#server/events/idempotency.ts'
import { deriveKey } from '#server/platform/cipher.ts'
import type { Config } from '#server/platform/config.ts'
import type { IncomingForm } from '#server/platform/incoming.ts'
import type { ReceivedForm } from '#server/platform/multipart.ts'
import { asSent } from '#server/platform/parse-input.ts'
import { routeName } from '#server/platform/route-checks.ts'
import type { Try } from '#server/platform/tries.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'

export interface HashContext {
  readonly config?: Pick<Config, 'masterKeys'>
}

const NO_HASH = Buffer.alloc(0)

/** A request as it arrived. */
export interface Received {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly form: IncomingForm | undefined
  /** The epoch of the log when the server began to read the request. */
  readonly epoch: number | undefined
  /** undefined: the client sent no key. */
  readonly submission: Try | undefined
}

/** The body before any schema has parsed it. */
export function sentBody({ request, form }: Pick<Received, 'request' | 'form'>): unknown {
  return form ? form.fields : (request.body ?? {})
}

/**
 * A hash of what was sent, not of what this release parses: during a deployment the same request
 * may be retried on a server whose schemas read other fields, or read the same fields differently.
 */
export function hashOf(
  route: RouteDefinition,
  { config }: HashContext,
  { request, form }: Received,
): Buffer {
  // A read has no effect, so it needs no hash.
  if (route.method === 'GET') return NO_HASH
  const { params, query } = request
  const body = asSent(sentBody({ request, form }))
  const files = hashesOf(form)
  const hash = requestHash({ route: routeName(route), params, query, body, files })
  if (!route.isGuessable) return hash
  if (!config) throw new Error(`${routeName(route)}: its hash needs the master key`)
  const key = deriveKey(config.masterKeys[0], GUESSABLE_HASHES)
  return createHmac('sha256', key).update(hash).digest()
}

/** Named after the first route that needed it; the hashes in the log depend on this name. */
const GUESSABLE_HASHES = 'hashes of kyc submissions'

/** The hashes of each field's files, in the order sent. */
function hashesOf(form: ReceivedForm | undefined): Record<string, string> | undefined {
  if (!form) return undefined
  return Object.fromEntries(
    Object.entries(form.files).map(([field, files]) => [
      field,
      files.map(({ sha256 }) => sha256).join(' '),
    ]),
  )
}
