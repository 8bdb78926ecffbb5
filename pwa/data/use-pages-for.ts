import { useInfiniteQuery } from '@tanstack/react-query'
import type { AnswerOf, RouteDefinition } from '#shared/contract/route.ts'
import { isPermission } from '#shared/rules/permissions.ts'
import { call } from './api-client.ts'
import { failureOf } from './api-error.ts'
import type { AnyInput, CallInput } from './api-request.ts'
import { queryClient, queryKeyOf } from './queries.ts'
import { isFromEarlier, type QueryOptions, type QueryView } from './use-query-for.ts'

interface PagesView<Answer> extends QueryView<readonly Answer[]> {
  /** There is more behind the last page. */
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly loadMore: () => void
}

interface PagesOptions<Answer> extends QueryOptions {
  /** What the next page is asked for with, as `before`; null on the last one. */
  readonly nextOf: (answer: Answer) => string | null
}

/** The pages of a list, as many as were asked for: kept and refetched together. */
export function usePagesFor<const R extends RouteDefinition>(
  route: R,
  input: CallInput<R>,
  { nextOf, ...options }: PagesOptions<AnswerOf<R>>,
): PagesView<AnswerOf<R>> {
  const { query } = input as AnyInput
  const result = useInfiniteQuery(
    {
      queryKey: [...queryKeyOf(route, input), 'pages'],
      queryFn: ({ signal, pageParam: before }) => {
        const page = before === null ? query : { ...(query as object | undefined), before }
        const asked = { ...input, query: page } as CallInput<R>
        return call(route, { ...asked, signal })
      },
      initialPageParam: null as string | null,
      getNextPageParam: nextOf,
      enabled: options.isEnabled !== false,
      refetchInterval: options.pollMs ?? false,
      meta: { isKept: options.isKept !== false && !isPermission(route.access) },
    },
    queryClient,
  )
  return {
    data: result.data?.pages,
    updatedAtMs: result.dataUpdatedAt || undefined,
    isFromCache: isFromEarlier(result),
    isLoading: result.isPending && options.isEnabled !== false,
    error: result.error ? failureOf(result.error) : undefined,
    refetch: () => void result.refetch(),
    hasMore: result.hasNextPage,
    isLoadingMore: result.isFetchingNextPage,
    loadMore: () => void result.fetchNextPage(),
  }
}
