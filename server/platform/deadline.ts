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
const ANSWER_MS_MAX = 9_000

/**
 * The work of a request. It goes on when the time is over, and what it returns is dropped.
 *
 * @param spentMs how much of the time is spent already
 * @throws AnswerLate when the time is over
 */
export async function inTime<T>(work: Promise<T>, spentMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const over = () => reject(new AnswerLate('the answer takes too long'))
  const timer = setTimeout(over, ANSWER_MS_MAX - spentMs)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
