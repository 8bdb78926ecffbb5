import { isUnreadable, type Problem, problemOfFailure } from '#pwa/ui/problem.ts'
import { t } from '#shared/text/t.ts'

interface Failure {
  /** Absent without a response. */
  readonly status?: number | undefined
  readonly code: string
  readonly error: string
  readonly message: string
}

/** Why the password was not changed. Source: docs/product.md, Accounts and sessions. */
export function passwordFailure(failure: Failure): Problem {
  const failed = isUnreadable(failure)
    ? t('Invalid response from server')
    : t('Failed to update password')
  return untitled(failure, failed)
}

/** Why the account was not deleted. Source: docs/product.md, Account deletion. */
export function deletionFailure(failure: Failure): Problem {
  if (failure.status === 401) return { title: '', message: t('No active session') }
  return untitled(failure, t('Failed to delete account'))
}

/** The forms of the account show a message without a title. */
export function untitled(failure: Failure, failed?: string): Problem {
  const wording = failed === undefined ? undefined : { title: '', message: failed }
  return { ...problemOfFailure(failure, wording), title: '' }
}

export function profileNotice(query: { error: Failure | undefined; isLoading: boolean }): string {
  if (query.error) return profileProblem(query.error)
  return query.isLoading ? t('Loading profile...') : t('No profile found.')
}

function profileProblem({ status, code, message }: Failure): string {
  if (code === 'item.unknown') return t('User not found in database')
  return status === 401 ? t('Not logged in') : t('Error: {message}', { message })
}
