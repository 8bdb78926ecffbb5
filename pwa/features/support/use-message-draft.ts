import { useSession } from '#pwa/hooks/use-session.ts'
import { type MessageDraft, useMessageDrafts } from '#pwa/stores/message-drafts.ts'
import { showToast } from '#pwa/stores/toasts.ts'
import { t } from '#shared/text/t.ts'
import type { UnsentMessage } from './timeline.ts'

const EMPTY: MessageDraft = { text: '', picture: undefined }

export interface MessageDraftControl {
  readonly draft: MessageDraft
  readonly change: (part: Partial<MessageDraft>) => void
  /** Gives back a message that was not sent. */
  readonly restore: (unsent: MessageDraft) => void
}

export function useMessageDraft(conversationId: string): MessageDraftControl {
  const { user } = useSession()
  const key = `${user?.userId ?? ''} ${conversationId}`
  const draft = useMessageDrafts(({ drafts }) => drafts[key]) ?? EMPTY
  const update = (next: (draft: MessageDraft) => MessageDraft) =>
    useMessageDrafts.setState(({ drafts }) => ({
      drafts: { ...drafts, [key]: next(drafts[key] ?? EMPTY) },
    }))
  return {
    draft,
    change: (part) => update((now) => ({ ...now, ...part })),
    restore: (unsent) => update((now) => restored(unsent, now)),
  }
}

/** The message comes before what was written while it was being sent. */
export function restored(unsent: MessageDraft, now: MessageDraft): MessageDraft {
  return {
    text: [unsent.text, now.text].filter(Boolean).join('\n'),
    picture: now.picture ?? unsent.picture,
  }
}

/** Sends the draft, and again what was refused. What could not be stored and was refused comes back. */
export function useSender(
  { draft, change, restore }: MessageDraftControl,
  send: (draft: MessageDraft) => Promise<boolean>,
  isHeld = false,
) {
  const sendOrRestore = (message: MessageDraft) =>
    void send(message).then((isSent) => isSent || restore(message))
  return {
    sendDraft() {
      change(EMPTY)
      sendOrRestore(draft)
    },
    retry({ dismiss, text, hasPicture }: UnsentMessage) {
      const message = { text, picture: undefined }
      void dismiss()
      if (hasPicture || isHeld) restore(message)
      else sendOrRestore(message)
      if (hasPicture) askForImage()
    },
  }
}

/** The log knows only that a refused message had an image. */
function askForImage(): void {
  showToast({
    title: t('Image'),
    message: t('The image could not be restored. Choose it again.'),
  })
}
