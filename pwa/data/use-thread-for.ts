import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  readConversation,
  readConversationAsStaff,
  SupportConversation,
  SupportMessage,
} from '#shared/contract/support.ts'
import { type CallOptions, call } from './api-client.ts'
import type { AnyInput, CallInput } from './api-request.ts'
import { queryClient, queryKeyOf } from './queries.ts'
import { bridged, isApart, joined } from './thread.ts'
import { type QueryOptions, type QueryView, settingsOf, stateOf } from './use-query-for.ts'

type ThreadRoute = typeof readConversation | typeof readConversationAsStaff

export interface ThreadView extends Omit<QueryView<never>, 'data' | 'isLoading'> {
  /** null: there is none. undefined: not loaded yet. */
  readonly conversation: SupportConversation | null | undefined
  readonly hasOlder: boolean
  readonly isLoadingOlder: boolean
  /** The last attempt to load older messages failed. */
  readonly olderFailed: boolean
  readonly loadOlder: () => void
  /** Shows a message that the server has accepted, before the next fetch. */
  readonly add: (message: SupportMessage) => void
}

/**
 * A conversation: its latest page joined with the messages known before, so that none are missing
 * after the live socket was closed. Older pages are loaded on demand.
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
        const before = known()?.support_messages ?? []
        const reached = await bridged(before, latest.support_messages, after)
        // Older pages may have arrived during the fetch.
        const messages = joined(known()?.support_messages ?? [], reached)
        return { ...latest, support_messages: messages }
      },
      ...settingsOf(route, options),
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
    ...stateOf(result),
    hasOlder: first > 1,
    isLoadingOlder: older === 'loading',
    olderFailed: older === 'failed',
    loadOlder: () => void loadOlder(),
    add: (message) => put([message]),
  }
}
