import { failureText, isUnreadable } from '#pwa/hooks/failure-text.ts'

interface Failure {
  readonly code: string
  readonly error: string
  readonly message: string
}

const FAILED = { title: 'Error', message: 'Failed to update password' } as const

/** Why the password was not changed. */
export function passwordFailure(failure: Failure): string {
  if (isUnreadable(failure)) return 'Invalid response from server'
  return failureText(failure, FAILED).message
}
