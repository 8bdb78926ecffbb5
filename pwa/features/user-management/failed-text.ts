import { type Problem, problemOfFailure } from '#pwa/ui/problem.ts'

interface Failure {
  readonly status: number
  readonly code: string
  readonly error: string
  readonly message: string
}

/** What failed, as the form says it, and the server's reason. */
export function failedText(prefix: string, failure: Failure): string {
  const why = failure.status === 401 ? NOT_SIGNED_IN : problemOfFailure(failure, none).message
  return why === '' ? prefix : `${prefix}: ${why}`
}

/** The same as the problem of a form. */
export function failedWith(prefix: string): (failure: Failure) => Problem {
  return (failure) => ({ title: '', message: failedText(prefix, failure) })
}

const NOT_SIGNED_IN = 'Admin not authenticated'
const none = { title: '', message: '' }
