interface Failure {
  /** Of the answer; absent where none came. */
  readonly status?: number | undefined
  readonly code: string
  readonly message: string
}

/** Why there is no profile to show. Source: spec 1 §2 My Account, page states. */
export function profileProblem({ status, code, message }: Failure): string {
  if (code === 'item.unknown') return 'User not found in database'
  return status === 401 ? 'Not logged in' : `Error: ${message}`
}
