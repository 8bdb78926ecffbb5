import type { ApiFailure } from '#pwa/data/api-error.ts'

/** Why there is no profile to show. Source: spec 1 §2 My Account, page states. */
export function profileProblem({ status, code, message }: ApiFailure): string {
  if (code === 'item.unknown') return 'User not found in database'
  return status === 401 ? 'Not logged in' : `Error: ${message}`
}
