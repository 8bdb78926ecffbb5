import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CommandInput } from '#server/events/handle-command.ts'
import { requestHash } from '#server/events/idempotency.ts'
import { accessRefusal, actsAsStaff, type Caller, resolveCaller } from '#server/platform/caller.ts'
import { deriveKey } from '#server/platform/cipher.ts'
import type { Config } from '#server/platform/config.ts'
import { type Durability, tellPlace } from '#server/platform/durability.ts'
import type { GuardContext } from '#server/platform/guard.ts'
import type { IncomingForm } from '#server/platform/incoming.ts'
import type { ReceivedForm } from '#server/platform/multipart.ts'
import { asSent } from '#server/platform/parse-input.ts'
import type { ReadRequest } from '#server/platform/repeated-request.ts'
import { routeName } from '#server/platform/route-checks.ts'
import type { Try } from '#server/platform/tries.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { isStaff } from '#shared/rules/permissions.ts'
import { instantOf } from '#shared/time.ts'

/** The key, hash, actor, time and epoch of a command, and whom to tell where its event is. */
export type Cause = Pick<
  CommandInput<never, never>,
  'requestHash' | 'metadata' | 'epoch' | 'recorded' | 'submission' | 'isRepeated' | 'actorRefusal'
> & {
  readonly key: { readonly header: string; readonly actorId: string }
}

interface CauseContext extends Pick<GuardContext, 'clock' | 'identity'> {
  readonly durability?: Pick<Durability, 'positionOf'>
}

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
  /** undefined: its key is new, or it needs none. */
  readonly submission: Try | undefined
}

/** Before any schema has read it. */
export function sentBody({ request, form }: Pick<Received, 'request' | 'form'>): unknown {
  return form ? form.fields : (request.body ?? {})
}

/**
 * Of what was sent, not of what this release reads of it: during a deployment the same request may be
 * tried again on a server whose schemas read other fields, or the same ones in another way.
 */
export function hashOf(
  route: RouteDefinition,
  { config }: HashContext,
  { request, form }: Received,
): Buffer {
  // Reading causes nothing, so it pays for no hash.
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

/** Named after the first route that had them; its hashes in the log are made with it. */
const GUESSABLE_HASHES = 'hashes of kyc submissions'

export function causeOf(
  route: RouteDefinition,
  context: CauseContext,
  { request, reply, epoch, submission }: Received,
  { hash, attestation, isRepeated }: ReadRequest,
): Cause {
  const { caller } = request
  return {
    key: {
      // A natural write is its own only try, so its request id names it.
      header: request.idempotencyKey ?? request.id,
      actorId: actorIdOf(caller),
    },
    metadata: {
      actor: actorOf(caller),
      at: instantOf(context.clock.now()),
      correlation: request.id,
      ...attestation,
    },
    requestHash: hash,
    epoch,
    submission,
    isRepeated,
    actorRefusal: staffRefusal(route, context, request),
    recorded: tellPlace(reply, context.durability),
  }
}

/** Whose keys its key is one of. */
export function actorIdOf(caller: Caller | undefined): string {
  return caller?.userId ?? 'visitor'
}

/**
 * What a member of staff decides may wait, for a price or for what they decided before. It is not done
 * if they were disabled, or lost the role or the session, in that time.
 */
function staffRefusal(
  route: RouteDefinition,
  { identity }: CauseContext,
  request: FastifyRequest,
): Cause['actorRefusal'] {
  const { caller } = request
  if (!caller || !actsAsStaff(route, request, caller)) return undefined
  return async () =>
    accessRefusal(route, request, await resolveCaller(request, identity.authenticate))
}

function actorOf(caller: Caller | undefined): Cause['metadata']['actor'] {
  if (!caller) return { kind: 'visitor' }
  return { kind: isStaff(caller.role) ? 'admin' : 'user', id: caller.userId }
}

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
