import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { type RouteDefinition, topicOf } from '#shared/contract/route.ts'
import { type AnyInput, routeKey } from './api-request.ts'
import { readKept } from './read-kept.ts'

/** No retry, no refetch on focus, and no polling unless a query names an interval. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 30 * 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // A fetch without a network fails at once, and the last response stays on screen.
      networkMode: 'always',
    },
  },
})

/** The route's topic comes first, because routes of one topic are refetched together. */
export function queryKeyOf(route: RouteDefinition, input: AnyInput): QueryKey {
  return [topicOf(route), routeKey(route), input.params ?? {}, input.query ?? {}]
}

/** The topic of what changes with every tick. */
export const PRICES_TOPIC = 'crypto'

/** After a write by this user: anything but the prices may have changed. */
export function refetchAfterWrite(): void {
  void queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== PRICES_TOPIC })
}

/** After a reconnect: anything may have been missed. */
export function refetchAll(): void {
  void queryClient.invalidateQueries()
}

/** When the server is reachable again: refetches what failed. */
export function refetchFailed(): void {
  void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
}

/** After a live message: the queries on these topics. */
export function refetchFor(topics: readonly string[]): void {
  void queryClient.invalidateQueries({
    predicate: (query) => topics.includes(String(query.queryKey[0])),
  })
}

/** Shows the responses stored by earlier runs, each with its age. */
export async function showKeptResponses(userId: string, reading = readKept(userId)): Promise<void> {
  for (const kept of await reading) {
    if (queryClient.getQueryData(kept.queryKey) !== undefined) continue
    queryClient.setQueryData(kept.queryKey, kept.data, { updatedAt: kept.updatedAtMs })
    // Stale: fetched again as soon as a screen uses it.
    queryClient.getQueryCache().find({ queryKey: kept.queryKey })?.invalidate()
  }
}
