declare module 'fastify' {
  interface FastifyRequest {
    /** How long the checks before its body took. */
    guardedMs: number
  }
}

/** The time is over, and the outcome of the request is not known yet. */
export class ResponseLate extends Error {
  override readonly name = 'ResponseLate'
}

/**
 * Each wait for the database has a timeout, but a request may wait several times. Its sender gets a
 * response within ten seconds, even if only that the outcome is unknown.
 */
export const RESPONSE_MS_MAX = 9_000

/**
 * Waits for the work of a request, up to the time limit.
 *
 * @param spentMs how much of the time limit is already used
 * @throws ResponseLate if the time limit passes
 */
export function respondInTime<T>(work: Promise<T>, spentMs: number): Promise<T> {
  return inTime(
    work,
    RESPONSE_MS_MAX - spentMs,
    () => new ResponseLate('the response takes too long'),
  )
}

/** Fails when the time is over. The work continues, and its result is dropped. */
export async function inTime<T>(
  work: Promise<T>,
  msMax: number,
  lateError: () => Error,
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(lateError()), msMax)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
