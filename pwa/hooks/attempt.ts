import { failureOf } from '#pwa/data/api-error.ts'
import type { SubmissionResult } from '#pwa/data/submit.ts'

/** Asks once, without `submit`: for what begins or ends a session, and for secrets. */
export async function attempt<Response>(
  act: () => Promise<Response>,
): Promise<SubmissionResult<Response>> {
  try {
    return { state: 'done', response: await act() }
  } catch (error) {
    return { state: 'refused', failure: failureOf(error) }
  }
}
