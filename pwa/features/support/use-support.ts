import { useFallbackPolling } from '#pwa/data/fallback-polling.ts'
import { submit } from '#pwa/data/submit.ts'
import { useThreadFor } from '#pwa/data/use-thread-for.ts'
import { useOutbox } from '#pwa/hooks/use-outbox.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import type { MessageDraft } from '#pwa/stores/message-drafts.ts'
import {
  readConversation,
  readSupportReplies,
  sendSupportMessage,
  startConversation,
} from '#shared/contract/support.ts'
import { CREATE_FAILED, requestOf, SEND_FAILED, unsentOf } from './timeline.ts'
import { useMarkSeen, useSendMessage } from './use-send-message.ts'

/** Source: docs/product.md, Support. */
const POLL_MS = 3_000

export type Thread = ReturnType<typeof useSupport>['thread']

export function useSupport() {
  const { user } = useSession()
  const userId = user?.userId ?? ''
  const thread = useThreadFor(
    readConversation,
    { params: { userId } },
    { isEnabled: user !== undefined, ...useFallbackPolling(POLL_MS) },
  )
  const first = useOutbox(startConversation)
  const further = useOutbox(sendSupportMessage)
  const isNew = !thread.conversation
  const start = (draft: MessageDraft) => {
    const { written, files } = requestOf(draft)
    return isNew
      ? submit(startConversation, { body: written, files })
      : submit(sendSupportMessage, { body: { conversationId: userId, ...written }, files })
  }
  const send = useSendMessage({
    start,
    onArrived: thread.add,
    fallback: isNew ? CREATE_FAILED : SEND_FAILED,
  })
  const markSeen = useMarkSeen(readSupportReplies)
  return {
    thread,
    conversationId: userId,
    unsent: [
      ...first.map((row) => unsentOf(row, { authorId: userId, fallback: CREATE_FAILED })),
      ...further.map((row) => unsentOf(row, { authorId: userId, fallback: SEND_FAILED })),
    ].sort((one, other) => one.createdAtMs - other.createdAtMs),
    send,
    markSeen,
  }
}
