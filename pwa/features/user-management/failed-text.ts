import { type Problem, problemOfFailure } from '#pwa/ui/problem.ts'
import { t } from '#shared/text/t.ts'

interface Failure {
  readonly status: number
  readonly code: string
  readonly error: string
  readonly message: string
}

/** What failed, as the form says it, and the server's reason. */
export function failedText(prefix: string, failure: Failure): string {
  const why =
    failure.status === 401 ? t('Admin not authenticated') : problemOfFailure(failure, none).message
  return why === '' ? prefix : t('{label}: {problem}', { label: prefix, problem: why })
}

/** The same as the problem of a form. */
export function failedWith(prefix: string): (failure: Failure) => Problem {
  return (failure) => ({ title: '', message: failedText(prefix, failure) })
}

const none = { title: '', message: '' }
