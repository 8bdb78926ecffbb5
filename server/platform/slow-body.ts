import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '#server/platform/clock.ts'
import { CutOffRequest } from '#server/platform/errors.ts'
import { UPLOAD_BYTES_PER_SECOND_MIN, UPLOAD_SLOW_AFTER_MS } from '#shared/contract/route.ts'
import { refuse } from '#shared/refusal.ts'
import { SECOND_MS } from '#shared/time.ts'

/** How fast a body has arrived so far. */
export interface Arrival {
  readonly elapsedMs: number
  /** The average. Infinite in the first millisecond. */
  readonly bytesPerSecond: number
}

/** Starts measuring a body. */
export function measureArrival({ raw }: FastifyRequest, clock: Clock): () => Arrival {
  const startedAt = clock.now()
  const bytesBefore = raw.socket.bytesRead
  return () => {
    const elapsedMs = clock.now() - startedAt
    const bytes = raw.socket.bytesRead - bytesBefore
    return { elapsedMs, bytesPerSecond: elapsedMs > 0 ? (bytes * SECOND_MS) / elapsedMs : Infinity }
  }
}

/** Calls `cutOff` if a body is too slow for too long. @returns stops watching */
export function watchArrival(arrival: () => Arrival, cutOff: (why: Error) => void): () => void {
  const watch = setInterval(() => {
    const { elapsedMs, bytesPerSecond } = arrival()
    const isSlow = elapsedMs >= UPLOAD_SLOW_AFTER_MS && bytesPerSecond < UPLOAD_BYTES_PER_SECOND_MIN
    if (!isSlow) return
    clearInterval(watch)
    cutOff(new CutOffRequest(refuse('upload.too_slow')))
  }, SECOND_MS)
  return () => clearInterval(watch)
}

/**
 * Cuts off bodies that arrive too slowly. Bodies that arrive with their headers, as nearly all do,
 * cost nothing. Forms with files are watched by their reader.
 */
export function cutOffSlowBodies(app: FastifyInstance, clock: Clock): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.raw.complete || isForm(request)) return done(null, payload)
    const watched = payload.pipe(new PassThrough())
    const stop = watchArrival(measureArrival(request, clock), (why) => watched.destroy(why))
    reply.raw.once('close', stop)
    watched.once('close', stop)
    done(null, watched)
  })
}

function isForm({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.startsWith('multipart/') === true
}
