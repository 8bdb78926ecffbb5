declare module 'fastify' {
  interface FastifyRequest {
    /** How long the checks before its body took. */
    guardedMs: number
  }
}

/** The time is over, and what the request caused is not known yet. */
export class AnswerLate extends Error {
  override readonly name = 'AnswerLate'
}

/**
 * Each wait for the database is bounded, but a request may wait several times. Its sender hears within
 * ten seconds, if only that the outcome is unknown.
 */
export const ANSWER_MS_MAX = 9_000

/**
 * The work of a request.
 *
 * @param spentMs how much of the time is spent already
 * @throws AnswerLate when the time is over
 */
export function answerInTime<T>(work: Promise<T>, spentMs: number): Promise<T> {
  return inTime(work, ANSWER_MS_MAX - spentMs, () => new AnswerLate('the answer takes too long'))
}

/** Fails when the time is over. The work goes on, and what it returns is dropped. */
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
