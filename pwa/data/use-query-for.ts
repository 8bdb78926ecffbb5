import { useQuery } from '@tanstack/react-query'
import type { AnswerOf, RouteDefinition } from '#shared/contract/route.ts'
import { isPermission } from '#shared/rules/permissions.ts'
import { call } from './api-client.ts'
import { type ApiFailure, failureOf } from './api-error.ts'
import type { CallInput } from './api-request.ts'
import { queryClient, queryKeyOf } from './queries.ts'

export interface QueryOptions {
  readonly pollMs?: number
  /** True: fetch again whenever the user comes back to the window. */
  readonly refetchOnFocus?: boolean
  /** False: wait, the input is not complete yet. */
  readonly isEnabled?: boolean
  /** False: never on this device's disk. Staff's views of other people never are. */
  readonly isKept?: boolean
}

export interface QueryView<Answer> {
  readonly data: Answer | undefined
  /** When the server said so, epoch ms: "as of 10:42". */
  readonly updatedAtMs: number | undefined
  /** Not what the server says now: from an earlier run, or the last fetch failed. */
  readonly isFromCache: boolean
  /** Nothing to show yet, and nothing failed. */
  readonly isLoading: boolean
  readonly error: ApiFailure | undefined
  readonly refetch: () => void
}

const startedAtMs = Date.now()

/** The server's answer of a GET route, kept fresh as asked. The one way to read. */
export function useQueryFor<const R extends RouteDefinition>(
  route: R,
  input: CallInput<R>,
  options: QueryOptions = {},
): QueryView<AnswerOf<R>> {
  const result = useQuery(
    {
      queryKey: queryKeyOf(route, input),
      // An answer without a body is null: undefined would mean "not fetched".
      queryFn: async ({ signal }) => (await call(route, { ...input, signal })) ?? null,
      refetchOnWindowFocus: options.refetchOnFocus ? 'always' : false,
      ...settingsOf(route, options),
    },
    queryClient,
  )
  return {
    data: (result.data ?? undefined) as AnswerOf<R> | undefined,
    isLoading: result.isPending && options.isEnabled !== false,
    ...stateOf(result),
  }
}

/** What every kind of query takes from its options. */
export function settingsOf(route: RouteDefinition, { isEnabled, pollMs, isKept }: QueryOptions) {
  return {
    enabled: isEnabled !== false,
    refetchInterval: pollMs ?? (false as const),
    meta: { isKept: isKept !== false && !isPermission(route.access) },
  }
}

/** What every kind of query shows beside its data. */
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
    error: error ? failureOf(error) : undefined,
    refetch: () => void refetch(),
  }
}
