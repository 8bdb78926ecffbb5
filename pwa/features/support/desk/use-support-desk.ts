import { useFallbackPolling } from '#pwa/data/fallback-polling.ts'
import { submit } from '#pwa/data/submit.ts'
import { usePagesFor, useQueryFor } from '#pwa/data/use-query-for.ts'
import { useThreadFor } from '#pwa/data/use-thread-for.ts'
import { afterFullPage } from '#pwa/hooks/paging.ts'
import { useOutbox } from '#pwa/hooks/use-outbox.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { type Submitted, useSubmit } from '#pwa/hooks/use-submit.ts'
import type { MessageDraft } from '#pwa/stores/message-drafts.ts'
import { showFailure, showToast } from '#pwa/stores/toasts.ts'
import {
  clearUrgency,
  type ListedConversation,
  listConversations,
  readConversationAsStaff,
  readUserMessages,
  replyAsSupport,
  setConversationActive,
  supportStats,
} from '#shared/contract/support.ts'
import { readText } from '#shared/contract/text.ts'
import { t } from '#shared/text/t.ts'
import { requestOf, SEND_FAILED, unsentOf } from '../timeline.ts'
import { useMarkSeen, useSendMessage } from '../use-send-message.ts'

/** Source: docs/product.md, Support. */
const STATS_POLL_MS = 30_000
const LIST_POLL_MS = 5_000
const PAGE = 30

export function useSupportStats() {
  return useQueryFor(supportStats, {}, useFallbackPolling(STATS_POLL_MS))
}

export type ConversationFilter = 'all' | 'unanswered' | 'unread' | 'open' | 'closed'

export function useConversations(search: string, filter: ConversationFilter) {
  const query = { filter, limit: PAGE, ...(search ? { search } : {}) }
  const pages = usePagesFor(
    listConversations,
    { query },
    {
      ...useFallbackPolling(LIST_POLL_MS),
      nextOf: afterFullPage(PAGE),
    },
  )
  return { ...pages, rows: pages.data && onceEach(pages.data.flat()) }
}

/** A conversation that moved up between two fetches is on both pages. */
function onceEach(rows: readonly ListedConversation[]): ListedConversation[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

export function useDeskConversation(id: string) {
  const thread = useThreadFor(
    readConversationAsStaff,
    { params: { id } },
    useFallbackPolling(LIST_POLL_MS),
  )
  const authorId = useSession().user?.userId ?? ''
  const unsent = useOutbox(replyAsSupport)
    .filter(({ body }) => body.conversationId === id)
    .map((row) => unsentOf(row, { authorId, fallback: SEND_FAILED }))
  const status = useSubmit(setConversationActive)
  const urgency = useSubmit(clearUrgency)
  const start = (draft: MessageDraft) => {
    const { written, files } = requestOf(draft)
    return submit(replyAsSupport, { body: { conversationId: id, ...written }, files })
  }
  const send = useSendMessage({
    start,
    onArrived: thread.add,
    fallback: SEND_FAILED,
  })
  const markSeen = useMarkSeen(readUserMessages)
  return {
    thread,
    unsent,
    /** True while a reply is being sent: the next one waits. */
    isSending: unsent.some(({ state }) => state !== 'refused'),
    send,
    markSeen,
    isChangingStatus: status.isSubmitting || urgency.isSubmitting,
    setActive: (isActive: boolean) =>
      showResult(status.submit({ params: { id }, body: { isActive } })),
    clearUrgency: () => showResult(urgency.submit({ params: { id } })),
  }
}

async function showResult(sent: Submitted<{ message: string }>): Promise<void> {
  const result = await sent
  if (result.state === 'done') {
    showToast({
      title: t('Success'),
      message: readText(result.response, 'message'),
      tone: 'success',
    })
  } else if (result.state === 'refused') {
    showFailure(result.failure, { title: t('Error'), message: t('Action failed') })
  }
}
