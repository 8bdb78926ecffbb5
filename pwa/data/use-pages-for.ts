import { useInfiniteQuery } from '@tanstack/react-query'
import type { AnswerOf, RouteDefinition } from '#shared/contract/route.ts'
import { call } from './api-client.ts'
import type { AnyInput, CallInput } from './api-request.ts'
import { queryClient, queryKeyOf } from './queries.ts'
import { type QueryOptions, type QueryView, settingsOf, stateOf } from './use-query-for.ts'

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
      ...settingsOf(route, options),
    },
    queryClient,
  )
  return {
    data: result.data?.pages,
    isLoading: result.isPending && options.isEnabled !== false,
    ...stateOf(result),
    hasMore: result.hasNextPage,
    isLoadingMore: result.isFetchingNextPage,
    loadMore: () => void result.fetchNextPage(),
  }
}
