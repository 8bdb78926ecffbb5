import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { EventLog } from '#server/events/log.ts'
import type { Caller } from '#server/platform/caller.ts'
import type { Clock } from '#server/platform/clock.ts'
import { respondInTime } from '#server/platform/deadline.ts'
import type { Durability } from '#server/platform/durability.ts'
import { RefusedRequest, sendRefusal } from '#server/platform/errors.ts'
import { type GuardContext, guardRoute } from '#server/platform/guard.ts'
import type { Incoming } from '#server/platform/incoming.ts'
import { actorIdOf, type KeyLookUp, keyOf } from '#server/platform/known-keys.ts'
import type { FileFields, ReceivedForm } from '#server/platform/multipart.ts'
import { readRequest } from '#server/platform/repeated-request.ts'
import { type Cause, causeOf } from '#server/platform/request-cause.ts'
import type { HashContext, Received } from '#server/platform/request-hash.ts'
import { assertComplete, assertDeclared, assertResponse } from '#server/platform/route-checks.ts'
import type { StepUp } from '#server/platform/step-up.ts'
import type { Tries, Try } from '#server/platform/tries.ts'
import type { ReceivedUpload, Uploads } from '#server/platform/uploads.ts'
import {
  type BodyOf,
  fileKindOf,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  type RouteDefinition,
} from '#shared/contract/route.ts'
import { isRefusal, type Refusal } from '#shared/refusal.ts'
import { instantOf } from '#shared/time.ts'

export type App = FastifyInstance

declare module 'fastify' {
  interface FastifyInstance {
    /** Every mounted route: used by the API page, the permission matrix and the fuzzer. */
    mountedRoutes: RouteDefinition[]
  }
}

/** What a handler gets: checked, and typed from the route's definition. */
export interface RouteInput<R extends RouteDefinition> {
  readonly params: ParamsOf<R>
  readonly query: QueryOf<R>
  readonly body: BodyOf<R>
  /** Stored privately, and referred to by id. */
  readonly files: FilesOf<R>
  readonly caller: R['access'] extends 'public' ? Caller | undefined : Caller
  /** The Idempotency-Key of routes that take one, generated if none was sent. */
  readonly key: R['idempotency'] extends 'key' ? string : undefined
  /** The part of a command that follows from the request: pass it to handleCommand. */
  readonly cause: Cause
  readonly request: RequestFacts
}

export interface RequestFacts {
  /** A UUID, used as the correlation id of everything that the request causes. */
  readonly id: string
  readonly ip: string
  readonly userAgent: string
  /** For responses that are not JSON: cookies, files. */
  readonly http: { readonly request: FastifyRequest; readonly reply: FastifyReply }
}

type FilesOf<R extends RouteDefinition> = R['files'] extends FileFields
  ? {
      readonly [F in keyof R['files']]: R['files'][F] extends { readonly filesMax: number }
        ? readonly ReceivedUpload[]
        : R['files'][F]['required'] extends true
          ? ReceivedUpload
          : ReceivedUpload | undefined
    }
  : undefined

type Result<R extends RouteDefinition> = R['raw'] extends true ? FastifyReply : ResponseOf<R>

export type Handler<R extends RouteDefinition> = (
  input: RouteInput<R>,
) => Result<R> | Refusal | Promise<Result<R> | Refusal>

export interface MountContext extends GuardContext, HashContext {
  readonly identity: GuardContext['identity'] & { readonly stepUp: StepUp }
  readonly uploads: Pick<Uploads, 'keep'>
  readonly incoming: Pick<Incoming, 'receive'>
  readonly log?: Pick<EventLog, 'epoch'> & KeyLookUp
  readonly durability?: Pick<Durability, 'positionOf'>
  readonly tries?: Tries
  /** Development and tests: a response that violates its contract is a fault. */
  readonly checkResponses: boolean
}

/**
 * The only way to add a route to the server. It enforces what the definition says: rate limits,
 * access, the disabled rule, the Idempotency-Key, schemas, the proof of who acts, files; and maps
 * refusals to responses.
 */
export function mount<const R extends RouteDefinition>(
  app: App,
  context: MountContext,
  route: R,
  handler: Handler<R>,
): void {
  assertComplete(route)
  app.mountedRoutes.push(route)
  const options: RouteOptions = {
    method: route.method,
    url: route.path,
    onRequest: guardRoute(route, context),
    handler: async (request, reply) => {
      const submission = tryOf(context, request)
      const reading = readInput(route, context, { request, reply, submission })
      // Uploads and downloads may exceed the time limit of a response.
      if (route.files) await reading
      // The input is built from the definition from which the handler's type is derived.
      const handling = reading.then((input) => {
        const work = () => handler(inTurn(input, context.clock) as unknown as RouteInput<R>)
        return submission ? submission.run(work) : work()
      })
      const result = await (route.raw ? handling : respondInTime(handling, request.guardedMs))
      if (isRefusalResult(result)) {
        assertDeclared(route, result)
        return sendRefusal(reply, result)
      }
      if (route.raw) return result
      if (result === undefined) return reply.code(204).send()
      if (context.checkResponses) assertResponse(route, result)
      return result
    },
  }
  if (!route.files) {
    app.route(options)
    return
  }
  // In a separate scope, because the multipart hooks run for every request of their scope.
  app.register((scope, _options, done) => {
    scope.register(multipart)
    scope.route(options)
    done()
  })
}

/**
 * An attempt decides at the time when its turn comes: it may have waited for seconds behind another
 * one, and prices from before its turn must not decide it.
 */
function inTurn(input: RouteInput<RouteDefinition>, clock: Clock): RouteInput<RouteDefinition> {
  const { cause } = input
  const metadata = { ...cause.metadata, at: instantOf(clock.now()) }
  return { ...input, cause: { ...cause, metadata } }
}

/** A key sent with the request may belong to other attempts. */
function tryOf({ tries }: MountContext, request: FastifyRequest): Try | undefined {
  const key = keyOf(request)
  return key ? tries?.begin(actorIdOf(request.caller), key) : undefined
}

async function readInput(
  route: RouteDefinition,
  context: MountContext,
  arrived: Omit<Received, 'form' | 'epoch'>,
): Promise<RouteInput<RouteDefinition>> {
  const { files } = route
  const { request } = arrived
  const { caller } = request
  const epoch = context.log?.epoch()
  const form =
    files && caller && takesForm(files, request)
      ? await context.incoming.receive(request, files, caller.userId)
      : undefined
  try {
    return await inputOf(route, context, { ...arrived, form, epoch })
  } finally {
    await form?.discard()
  }
}

async function inputOf(
  route: RouteDefinition,
  context: MountContext,
  received: Received,
): Promise<RouteInput<RouteDefinition>> {
  const { request, reply, form } = received
  const { caller } = request
  const read = await readRequest(route, context, received)
  return {
    ...read.fields,
    files: route.files && caller ? await keepFiles(route.files, context, caller, form) : undefined,
    caller,
    key: request.idempotencyKey,
    cause: causeOf(route, context, received, read),
    request: {
      id: request.id,
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      http: { request, reply },
    },
  } as RouteInput<RouteDefinition>
}

/** JSON may be sent instead of a form if no file is required. */
function takesForm(fields: FileFields, request: FastifyRequest): boolean {
  return request.isMultipart() || Object.values(fields).some(({ required }) => required)
}

type KeptFiles = Record<string, ReceivedUpload | readonly ReceivedUpload[]>

async function keepFiles(
  fields: FileFields,
  context: MountContext,
  caller: Caller,
  form: ReceivedForm | undefined,
): Promise<KeptFiles> {
  const kept: KeptFiles = {}
  for (const [field, definition] of Object.entries(fields)) {
    const { accepts, filesMax, isSealed } = definition
    const kind = fileKindOf(field, definition)
    const uploads: ReceivedUpload[] = []
    for (const file of form?.files[field] ?? []) {
      const sealFor = isSealed ? caller.userId : undefined
      const request = { owner: caller.userNo, kind, accepts, file, sealFor }
      const upload = await context.uploads.keep(request)
      if ('refused' in upload) throw new RefusedRequest(atField(upload, field))
      uploads.push({ ...upload, name: file.name })
    }
    if (filesMax !== undefined) kept[field] = uploads
    else if (uploads[0]) kept[field] = uploads[0]
  }
  return kept
}

/** Says which field of the form a refused file was in: phones give every photo the same name. */
function atField(refusal: Refusal, field: string): Refusal {
  return { ...refusal, details: { ...refusal.details, field } }
}

function isRefusalResult(result: unknown): result is Refusal {
  return typeof result === 'object' && result !== null && isRefusal(result)
}
