import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import type * as z from 'zod/v4/core'
import { LogBusy } from '#server/events/batcher.ts'
import { isUnavailable } from '#server/events/connection.ts'
import { HistoryEnded } from '#server/events/log-history.ts'
import { LogUnavailable } from '#server/events/writer.ts'
import { ResponseLate } from '#server/platform/deadline.ts'
import { repeatedFaults } from '#server/platform/repeated-faults.ts'
import { StoreUnavailable } from '#server/platform/stores/object-store.ts'
import { describeRefusal } from '#shared/errors.ts'
import { FAULT } from '#shared/fault.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { msg, t } from '#shared/text/t.ts'

/**
 * The body of every error response: a stable code, a title, a text for users, and the refusal's
 * details.
 */
interface ErrorBody {
  readonly code: string
  readonly error: string
  readonly message: string
  readonly [detail: string]: unknown
}

/** A refusal for places that cannot return a value, such as while a body is being read. */
export class RefusedRequest extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.refused)
    this.refusal = refusal
  }
}

/** A refusal in the middle of a body, without waiting for the rest. */
export class CutOffRequest extends RefusedRequest {}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status, title, message } = describeRefusal(refusal.refused, refusal.details)
  reply.request.refusedWith = refusal.refused
  const wait = refusal.details?.retryAfterSeconds
  if (typeof wait === 'number') reply.header('retry-after', wait)
  const body: ErrorBody = { ...refusal.details, code: refusal.refused, error: title, message }
  return reply.code(status).send(body)
}

/** The message names the first invalid field, and `fields` lists each one. */
export function invalidInput(issues: readonly z.$ZodIssue[]): Refusal {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const path = issue.path.map(String).join('.') || 'body'
    fields[path] ??= issue.message
  }
  const [first = ['body', 'is not valid']] = Object.entries(fields)
  return refuse('input.invalid', { reason: `${first[0]}: ${first[1]}`, fields })
}

/** When a command without a response may be sent again. */
const RETRY = { retryAfterSeconds: 2 }
const BUSY = refuse('busy.try_later', RETRY)
const UNAVAILABLE = refuse('service.unavailable', RETRY)
const UNKNOWN = refuse('outcome.unknown', RETRY)

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT'])

/** Maps thrown errors to responses: refusals, unreadable requests, faults and bugs. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof CutOffRequest) reply.header('connection', 'close')
    const refusal = refusalFor(error, request, reportTo(app.log, request.id))
    if (refusal) return sendRefusal(reply, refusal)
    const { statusCode = 500 } = error
    if (statusCode >= 400 && statusCode < 500) return sendUnreadable(error, reply)
    return sendFault(reply, request, error)
  })
}

type Report = (level: 'error' | 'warn', error: FastifyError, message: string) => void

/** An outage fails every request with the same error, which is logged once a minute. */
function reportTo(log: FastifyBaseLogger, reqId: string): Report {
  return (level, error, message) => {
    const key = `${message}: ${error.code ?? error.message}`
    repeatedFaults(log)[level](key, { err: error, reqId }, message)
  }
}

/** The refusal for an error: one that was thrown, or one for a dependency that is unavailable. */
function refusalFor(
  error: FastifyError,
  { method }: FastifyRequest,
  report: Report,
): Refusal | undefined {
  if (error instanceof RefusedRequest) return error.refusal
  // In neither case was anything recorded.
  if (error instanceof LogBusy || error instanceof HistoryEnded) return BUSY
  if (error instanceof StoreUnavailable) {
    report('warn', error, 'store of uploads unavailable')
    // Files are stored before the command that refers to them, so nothing was recorded.
    return UNAVAILABLE
  }
  if (DISK_FULL.has(error.code)) {
    // A file is stored before the command that refers to it.
    report('error', error, 'no room on the disk')
    return UNAVAILABLE
  }
  if (!(error instanceof ResponseLate || error instanceof LogUnavailable || isUnavailable(error))) {
    return undefined
  }
  report('warn', error, 'database unavailable')
  // A read can simply be repeated; a write may have been recorded.
  return method === 'GET' ? UNAVAILABLE : UNKNOWN
}

/** The message for a request that the framework could not read, by the status of its response. */
const UNREADABLE: Readonly<Record<number, readonly [title: string, message: string]>> = {
  413: [
    msg('Request Too Large'),
    msg('The request is larger than the server accepts. Send less text or smaller files.'),
  ],
  414: [msg('Address Too Long'), msg('A part of the address is too long.')],
  415: [
    msg('Unsupported Media Type'),
    msg('Send JSON as application/json and files as multipart/form-data.'),
  ],
}
const MALFORMED = [
  msg('Invalid Input'),
  msg('The request could not be read: its address, its headers or its JSON is malformed.'),
] as const

/** The framework could not read the request. Its own message is meant for developers. */
export function sendUnreadable(error: FastifyError, reply: FastifyReply): FastifyReply {
  const { statusCode: status = 400 } = error
  const [title, message] = UNREADABLE[status] ?? MALFORMED
  const body: ErrorBody = { code: 'input.unreadable', error: t(title), message: t(message) }
  return reply.code(status).send(body)
}

function sendFault(reply: FastifyReply, request: FastifyRequest, error: Error): FastifyReply {
  request.log.error({ err: error }, 'request failed')
  const { title, message } = FAULT
  const number = request.id
  const body: ErrorBody = {
    code: 'fault',
    number,
    error: t(title),
    message: t(message, { number }),
  }
  return reply.code(500).send(body)
}
