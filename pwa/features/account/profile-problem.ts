interface Failure {
  /** Of the answer; absent where none came. */
  readonly status?: number | undefined
  readonly code: string
  readonly message: string
}

/** What is shown when there is no profile to show. */
export function profileNotice(query: { error: Failure | undefined; isLoading: boolean }): string {
  if (query.error) return profileProblem(query.error)
  return query.isLoading ? 'Loading profile...' : 'No profile found.'
}

function profileProblem({ status, code, message }: Failure): string {
  if (code === 'item.unknown') return 'User not found in database'
  return status === 401 ? 'Not logged in' : `Error: ${message}`
}
