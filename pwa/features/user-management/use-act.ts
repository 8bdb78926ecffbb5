import type { SubmissionResult } from '#pwa/data/submit.ts'
import { useToasts } from '#pwa/stores/toasts.ts'
import { problemOfFailure } from '#pwa/ui/problem.ts'

type Failure = Extract<SubmissionResult<unknown>, { state: 'refused' }>['failure']

/** What failed, in the words of the form, and why, in those of the server. */
export function failedText(prefix: string, failure: Failure): string {
  const why = failure.status === 401 ? NOT_SIGNED_IN : problemOfFailure(failure, none).message
  return why === '' ? prefix : `${prefix}: ${why}`
}

/** The same as the problem of a form. */
export function failedWith(prefix: string) {
  return (failure: Failure) => ({ title: '', message: failedText(prefix, failure) })
}

const NOT_SIGNED_IN = 'Admin not authenticated'
const none = { title: '', message: '' }

/** Does something to a user and tells how it went. @returns whether it was done */
export function useAct() {
  const showToast = useToasts((state) => state.show)
  return async (
    act: Promise<SubmissionResult<{ readonly message: string }>>,
    failed: string,
  ): Promise<boolean> => {
    const result = await act
    if (result.state === 'refused') {
      const message = failedText(failed, result.failure)
      showToast({ title: 'Error', message, tone: 'error' })
      return false
    }
    if (result.state === 'done') {
      showToast({ title: 'Success', message: result.answer.message, tone: 'success' })
    }
    return true
  }
}
