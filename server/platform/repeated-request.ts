import type * as z from 'zod/mini'
import { type Attestation, statementOfRequest } from '#server/events/attestation.ts'
import { actsAsStaff } from '#server/platform/caller.ts'
import { RefusedRequest } from '#server/platform/errors.ts'
import { isRecorded, type KeyLookUp, keyOf } from '#server/platform/known-keys.ts'
import { parse, parseParams } from '#server/platform/parse-input.ts'
import { type HashContext, hashOf, type Received, sentBody } from '#server/platform/request-hash.ts'
import { attestRequest, type StepUpNeeds } from '#server/platform/step-up.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { isRefusal, type Refusal } from '#shared/refusal.ts'

interface ReadContext extends StepUpNeeds, HashContext {
  readonly log?: KeyLookUp
}

interface Fields {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** The content of a request, the proof of who sent it, and whether it is known. */
export interface ReadRequest {
  readonly fields: Fields
  readonly hash: Buffer
  readonly attestation: Attestation
  /** Return only the result of the first attempt. */
  readonly isRepeated: true | undefined
}

/**
 * Reads a request, and checks what its route requires of its caller.
 *
 * A request that is recorded under its key gets its response, even if it would be refused now:
 * because the schemas of this release accept less, because the proof of who acts is too old, or
 * because the account was disabled since. Its sender must not be told that it was refused. The
 * handler gets fields that the schemas refuse as they were sent, and decides nothing: for a
 * repeated key, `handleCommand` returns the result of the first attempt. Staff need the proof here
 * too, because the response shows customers' data.
 *
 * @throws RefusedRequest: the guard's refusal, input.invalid, item.unknown, step_up.required
 */
export async function readRequest(
  route: RouteDefinition,
  context: ReadContext,
  received: Received,
): Promise<ReadRequest> {
  const { request } = received
  const { caller } = request
  const fields = fieldsOf(route, received)
  const early = request.refusedUnlessRepeated ?? (isRefusal(fields) ? fields : undefined)
  if (early && !keyOf(request)) throw new RefusedRequest(early)
  const hash = hashOf(route, context, received)
  const asked = { caller, statement: statementOfRequest(hash) }
  const attested = await attestRequest(context, route, asked)
  const refusal = early ?? (isRefusal(attested) ? attested : undefined)
  if (refusal && !(await isRecorded(context.log, request, hash))) throw new RefusedRequest(refusal)
  if (isRefusal(attested) && caller && actsAsStaff(route, request, caller)) {
    throw new RefusedRequest(attested)
  }
  return {
    fields: isRefusal(fields) ? readLoosely(route, received) : fields,
    hash,
    attestation: isRefusal(attested) ? {} : attested,
    isRepeated: refusal && true,
  }
}

function fieldsOf(route: RouteDefinition, { request, form }: Received): Fields | Refusal {
  try {
    return {
      params: parseParams(route.params, request.params),
      query: parse(route.query, request.query),
      body: parse(route.body, sentBody({ request, form })),
    }
  } catch (error) {
    if (error instanceof RefusedRequest) return error.refusal
    throw error
  }
}

function readLoosely(route: RouteDefinition, { request, form }: Received): Fields {
  return {
    params: readByField(route.params, request.params),
    query: readByField(route.query, request.query),
    body: readByField(route.body, sentBody({ request, form })),
  }
}

type Shape = Readonly<Record<string, z.ZodMiniType>>

/** Each field as its schema parses it, or otherwise as it was sent. */
function readByField(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const whole = schema.safeParse(value)
  if (whole.success) return whole.data
  const { shape } = schema._zod.def as { readonly shape?: Shape }
  if (!shape || typeof value !== 'object' || value === null) return value
  const sent = value as Readonly<Record<string, unknown>>
  const fields = Object.entries(shape).map(([name, field]) => {
    const read = field.safeParse(sent[name])
    return [name, read.success ? read.data : sent[name]] as const
  })
  return Object.fromEntries(fields.filter(([, read]) => read !== undefined))
}
