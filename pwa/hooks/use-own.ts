import type { CallInput } from '#pwa/data/api-request.ts'
import { type QueryOptions, useQueryFor } from '#pwa/data/use-query-for.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { useSession } from './use-session.ts'

/** The answer of a route that names the signed-in user in its path; waits while no one is. */
export function useOwn<const R extends RouteDefinition>(
  route: R,
  inputFor: (userId: string) => CallInput<R>,
  options: Omit<QueryOptions, 'isEnabled'> = {},
) {
  const { user } = useSession()
  const isEnabled = user !== undefined
  return useQueryFor(route, inputFor(user?.userId ?? ''), { ...options, isEnabled })
}
