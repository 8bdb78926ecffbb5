import type { CallInput } from '#pwa/data/api-request.ts'
import { type QueryOptions, useQueryFor } from '#pwa/data/use-query-for.ts'
import { currentUser } from '#shared/contract/auth.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { listStakes } from '#shared/contract/staking.ts'
import { useSession } from './use-session.ts'

/** The answer of a route with the signed-in user in its path; waits while no one is signed in. */
export function useOwn<const R extends RouteDefinition>(
  route: R,
  inputFor: (userId: string) => CallInput<R>,
  options: Omit<QueryOptions, 'isEnabled'> = {},
) {
  const { user } = useSession()
  const isEnabled = user !== undefined
  return useQueryFor(route, inputFor(user?.userId ?? ''), { ...options, isEnabled })
}

/** Image links are valid for at least four minutes. */
const LINK_MS = 4 * 60_000

/** The signed-in user as the server describes them. */
export function useOwnUser() {
  return useQueryFor(currentUser, {}, { pollMs: LINK_MS })
}

const STAKES_POLL_MS = 10_000

/** The user's staking positions, newest first. */
export function useStakes() {
  const options = { pollMs: STAKES_POLL_MS }
  return useOwn(listStakes, (userId) => ({ params: { userId }, query: {} }), options)
}
