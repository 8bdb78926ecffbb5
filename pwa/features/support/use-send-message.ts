import { type Submission, submit } from '#pwa/data/submit.ts'
import type { MessageDraft } from '#pwa/stores/message-drafts.ts'
import { showFailure, showToast } from '#pwa/stores/toasts.ts'
import type {
  readSupportReplies,
  readUserMessages,
  SupportMessage,
} from '#shared/contract/support.ts'
import { t } from '#shared/text/t.ts'

type Sending = Pick<Submission<SupportMessage>, 'isStored' | 'news' | 'outcome'>

interface SendMessageOptions {
  readonly start: (draft: MessageDraft) => Promise<Sending>
  readonly onArrived: (message: SupportMessage) => void
  /** The message for a failure without one. */
  readonly fallback: string
}

/**
 * Sends a message; the log then shows it as waiting, refused or arrived.
 * Resolves to false if it was refused and the log does not show it, because this device could not store
 * it; the caller then restores the draft.
 */
export function useSendMessage({ start, onArrived, fallback }: SendMessageOptions) {
  return async (draft: MessageDraft): Promise<boolean> => {
    const { isStored, news, outcome } = await start(draft)
    void outcome.then((result) => result.state === 'done' && onArrived(result.response))
    if (isStored) return true
    const result = await news
    if (result.state !== 'refused') return true
    showFailure(result.failure, { title: t('Error'), message: t(fallback) })
    return false
  }
}

/** Tells the server that a message, and with it those before it, has been seen. */
export function useMarkSeen(route: typeof readSupportReplies | typeof readUserMessages) {
  return async (id: string): Promise<void> => {
    const { outcome } = await submit(route, { params: { id } })
    const result = await outcome
    // Without a network, the server is told once there is one again.
    if (result.state !== 'refused' || result.failure.status === 0) return
    showToast({
      title: t('Error'),
      message: t('Failed to mark messages as read. Please try again.'),
      tone: 'error',
    })
  }
}
