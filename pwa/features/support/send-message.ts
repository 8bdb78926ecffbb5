import { failureText } from '#pwa/features/outbox/failure-text.ts'
import type { MessageDraft } from '#pwa/stores/message-drafts.ts'
import { showToast } from '#pwa/stores/toasts.ts'
import type { SupportMessage } from '#shared/contract/support.ts'
import type { Sending } from './outgoing.ts'

/**
 * Sends a message and lets go of it: from here on the log shows it, waiting, refused or arrived.
 *
 * @returns false where the device could not keep it: it is still up to the person
 */
export async function sendMessage(
  draft: MessageDraft,
  start: (draft: MessageDraft) => Promise<Sending>,
  { onArrived, fallback }: { onArrived: (message: SupportMessage) => void; fallback: string },
): Promise<boolean> {
  const sending = await start(draft)
  if (sending.id === '') {
    const news = await sending.news
    const text = { title: 'Error', message: fallback }
    const said = news.state === 'refused' ? failureText(news.failure, text) : text
    showToast({ ...said, tone: 'error' })
    return false
  }
  void sending.outcome.then((result) => result.state === 'done' && onArrived(result.answer))
  return true
}
