import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  readConversation,
  readConversationAsStaff,
  SupportConversation,
  SupportMessage,
} from '#shared/contract/support.ts'
import { isPermission } from '#shared/rules/permissions.ts'
import { type CallOptions, call } from './api-client.ts'
import { type ApiFailure, failureOf } from './api-error.ts'
import type { AnyInput, CallInput } from './api-request.ts'
import { queryClient, queryKeyOf } from './queries.ts'
import { bridged, isApart, joined } from './thread.ts'
import { isFromEarlier, type QueryOptions } from './use-query-for.ts'

type ThreadRoute = typeof readConversation | typeof readConversationAsStaff

export interface ThreadView {
  /** null: there is none yet. undefined: not known yet. */
  readonly conversation: SupportConversation | null | undefined
  readonly updatedAtMs: number | undefined
  readonly isFromCache: boolean
  readonly error: ApiFailure | undefined
  readonly refetch: () => void
  readonly hasOlder: boolean
  readonly isLoadingOlder: boolean
  /** The last try to read further back brought nothing. */
  readonly olderFailed: boolean
  readonly loadOlder: () => void
  /** Shows a message that the server has just taken, before it is asked again. */
  readonly add: (message: SupportMessage) => void
  /** Asks for a message anew: the link of its picture has ended. */
  readonly renew: (number: number) => void
}

/**
 * A conversation: its latest page joined with all that is known of it already, so that nothing is
 * lost while nobody listened, and further back page by page.
 */
export function useThreadFor<const R extends ThreadRoute>(
  route: R,
  input: Omit<CallInput<R>, 'query'>,
  options: QueryOptions = {},
): ThreadView {
  const key = queryKeyOf(route, input as AnyInput)
  const [older, setOlder] = useState<'idle' | 'loading' | 'failed'>('idle')
  const ask = async (query: object, signal?: AbortSignal) => {
    const asked = { ...input, query, ...(signal ? { signal } : {}) } as CallInput<R> & CallOptions
    return (await call<R>(route, asked)) as SupportConversation
  }
  const known = () => queryClient.getQueryData<SupportConversation | null>(key)
  const put = (messages: readonly SupportMessage[]) =>
    queryClient.setQueryData<SupportConversation | null>(key, (thread) =>
      thread && !isApart(thread.support_messages, messages)
        ? { ...thread, support_messages: joined(thread.support_messages, messages) }
        : thread,
    )
  const result = useQuery<SupportConversation | null>(
    {
      queryKey: key,
      queryFn: async ({ signal }) => {
        const latest = await ask({ none: 'empty' }, signal)
        if (!latest) return null
        const after = async (number: number) =>
          (await ask({ after: number }, signal)).support_messages
        const reached = await bridged(
          known()?.support_messages ?? [],
          latest.support_messages,
          after,
        )
        // Earlier pages may have come in meanwhile.
        const messages = joined(known()?.support_messages ?? [], reached)
        return { ...latest, support_messages: messages }
      },
      enabled: options.isEnabled !== false,
      refetchInterval: options.pollMs ?? false,
      meta: { isKept: options.isKept !== false && !isPermission(route.access) },
    },
    queryClient,
  )
  const first = result.data?.support_messages[0]?.number ?? 1
  const loadOlder = async () => {
    setOlder('loading')
    try {
      put((await ask({ before: first })).support_messages)
      setOlder('idle')
    } catch {
      setOlder('failed')
    }
  }
  return {
    conversation: result.data,
    updatedAtMs: result.dataUpdatedAt || undefined,
    isFromCache: isFromEarlier(result),
    error: result.error ? failureOf(result.error) : undefined,
    refetch: () => void result.refetch(),
    hasOlder: first > 1,
    isLoadingOlder: older === 'loading',
    olderFailed: older === 'failed',
    loadOlder: () => void loadOlder(),
    add: (message) => put([message]),
    renew: (number) =>
      void ask({ before: number + 1 }).then(
        ({ support_messages }) => put(support_messages),
        () => undefined,
      ),
  }
}
