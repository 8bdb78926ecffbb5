import { failureOf } from '#pwa/data/api-error.ts'
import type { SubmissionResult } from '#pwa/data/submit.ts'

/** Asks once, without `submit`: for what begins or ends a session, and for secrets. */
export async function attempt<Answer>(
  act: () => Promise<Answer>,
): Promise<SubmissionResult<Answer>> {
  try {
    return { state: 'done', answer: await act() }
  } catch (error) {
    return { state: 'refused', failure: failureOf(error) }
  }
}
