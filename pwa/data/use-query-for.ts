import { useQuery } from '@tanstack/react-query'
import type { AnswerOf, RouteDefinition } from '#shared/contract/route.ts'
import { isPermission } from '#shared/rules/permissions.ts'
import { call } from './api-client.ts'
import { type ApiFailure, failureOf } from './api-error.ts'
import type { CallInput } from './api-request.ts'
import { queryClient, queryKeyOf } from './queries.ts'

export interface QueryOptions {
  readonly pollMs?: number
  /** True: look again whenever the person comes back to the window. */
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
  const isKept = options.isKept !== false && !isPermission(route.access)
  const result = useQuery(
    {
      queryKey: queryKeyOf(route, input),
      // An answer without a body is null: undefined would mean "not fetched".
      queryFn: async ({ signal }) => (await call(route, { ...input, signal })) ?? null,
      enabled: options.isEnabled !== false,
      refetchInterval: options.pollMs ?? false,
      refetchOnWindowFocus: options.refetchOnFocus ? 'always' : false,
      meta: { isKept },
    },
    queryClient,
  )
  return {
    data: (result.data ?? undefined) as AnswerOf<R> | undefined,
    updatedAtMs: result.dataUpdatedAt || undefined,
    isFromCache: isFromEarlier(result),
    isLoading: result.isPending && options.isEnabled !== false,
    error: result.error ? failureOf(result.error) : undefined,
    refetch: () => void result.refetch(),
  }
}

/** An answer of an earlier run, or one behind which a fetch failed. */
export function isFromEarlier(result: { dataUpdatedAt: number; isError: boolean }): boolean {
  return result.dataUpdatedAt > 0 && (result.isError || result.dataUpdatedAt < startedAtMs)
}
