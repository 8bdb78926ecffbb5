import { failureText } from '#pwa/hooks/failure-text.ts'

interface Failure {
  readonly status: number
  readonly code: string
  readonly error: string
  readonly message: string
}

const FAILED = { title: 'Error', message: 'Failed to delete account' } as const

/** Why the account was not deleted. */
export function deletionFailure(failure: Failure): string {
  if (failure.status === 401) return 'No active session'
  return failureText(failure, FAILED).message
}
