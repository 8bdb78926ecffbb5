import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { QueryOf, ResponseOf, RouteDefinition } from '#shared/contract/route.ts'
import { isPermission } from '#shared/rules/permissions.ts'
import { wordsOf } from '#shared/text/failure.ts'
import { call } from './api-client.ts'
import { type ApiFailure, failureOf } from './api-error.ts'
import type { AnyInput, CallInput } from './api-request.ts'
import { useFallbackPolling } from './fallback-polling.ts'
import { queryClient, queryKeyOf } from './queries.ts'

export interface QueryOptions {
  /** Of what the live channel refreshes, `useFallbackPolling` is enough. */
  readonly pollMs?: number
  /** True: fetch again whenever the user comes back to the window. */
  readonly refetchOnFocus?: boolean
  /** True: fetch again whenever a component begins to use it. */
  readonly refetchOnMount?: boolean
  /** False: the input is not complete yet. */
  readonly isEnabled?: boolean
  /** False: not stored on this device. Answers to staff never are. */
  readonly isKept?: boolean
}

export interface QueryView<Response> {
  readonly data: Response | undefined
  /** When the response arrived, epoch ms: "as of 10:42". */
  readonly updatedAtMs: number | undefined
  /** The response is from an earlier run, or the last fetch failed. */
  readonly isFromCache: boolean
  /** There is no response yet, and no failure. */
  readonly isLoading: boolean
  readonly error: ApiFailure | undefined
  readonly refetch: () => void
}

const startedAtMs = Date.now()

/** A paged route must be read with `usePagesFor`, because its first page is not everything. */
export type Whole<R extends RouteDefinition> = R &
  ('before' extends keyof QueryOf<R> ? never : unknown)

/** The response of a GET route, refetched as the options say. */
export function useQueryFor<const R extends RouteDefinition>(
  route: Whole<R>,
  input: CallInput<R>,
  options: QueryOptions = {},
): QueryView<ResponseOf<R>> {
  const result = useQuery(
    {
      queryKey: queryKeyOf(route, input),
      // An empty response becomes null: undefined would mean "not fetched".
      queryFn: async ({ signal }) => (await call(route, { ...input, signal })) ?? null,
      ...settingsOf(route, options),
    },
    queryClient,
  )
  return {
    data: (result.data ?? undefined) as ResponseOf<R> | undefined,
    isLoading: result.isPending && options.isEnabled !== false,
    ...stateOf(result),
  }
}

interface PagesView<Response> extends QueryView<readonly Response[]> {
  /** There is a page after the last one. */
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly loadMore: () => void
}

interface PagesOptions<Response> extends QueryOptions {
  /** The `before` of the next page; null on the last one. */
  readonly nextOf: (response: Response) => string | null
  /** All pages are loaded automatically. */
  readonly isWhole?: true
}

/**
 * The pages of a list that were loaded so far. They are stored and refetched together, at least
 * while the server cannot push changes.
 */
export function usePagesFor<const R extends RouteDefinition>(
  route: R,
  input: CallInput<R>,
  { nextOf, isWhole, ...options }: PagesOptions<ResponseOf<R>>,
): PagesView<ResponseOf<R>> {
  const { query } = input as AnyInput
  const fallback = useFallbackPolling()
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
      ...settingsOf(route, { ...fallback, ...options }),
    },
    queryClient,
  )
  const readsOn = isWhole && result.hasNextPage && !result.isFetching && !result.isError
  const { fetchNextPage } = result
  useEffect(() => {
    // Not again for each component that shows the list.
    if (readsOn) void fetchNextPage({ cancelRefetch: false })
  }, [readsOn, fetchNextPage])
  return {
    data: result.data?.pages,
    isLoading: result.isPending && options.isEnabled !== false,
    ...stateOf(result),
    hasMore: result.hasNextPage,
    isLoadingMore: result.isFetchingNextPage,
    loadMore: () => void result.fetchNextPage(),
  }
}

/** The settings of every kind of query. */
export function settingsOf(route: RouteDefinition, options: QueryOptions) {
  const { isEnabled, pollMs, isKept, refetchOnFocus, refetchOnMount } = options
  return {
    enabled: isEnabled !== false,
    refetchOnWindowFocus: refetchOnFocus ? ('always' as const) : false,
    refetchOnMount: refetchOnMount ? ('always' as const) : true,
    refetchInterval: pollMs ?? (false as const),
    meta: { isKept: isKept !== false && !isPermission(route.access) },
  }
}

/** The view of every kind of query, except its data. */
export function stateOf(result: {
  readonly dataUpdatedAt: number
  readonly isError: boolean
  readonly error: Error | null
  readonly refetch: () => unknown
}) {
  const { dataUpdatedAt, isError, error, refetch } = result
  return {
    updatedAtMs: dataUpdatedAt || undefined,
    isFromCache: dataUpdatedAt > 0 && (isError || dataUpdatedAt < startedAtMs),
    error: error ? asRead(failureOf(error)) : undefined,
    refetch: () => void refetch(),
  }
}

/** In the language of the reader. */
function asRead(failure: ApiFailure): ApiFailure {
  const { title, message } = wordsOf(failure)
  return { ...failure, error: title, message }
}
