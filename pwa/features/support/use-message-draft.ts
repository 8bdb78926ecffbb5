import { useSession } from '#pwa/hooks/use-session.ts'
import { type MessageDraft, useMessageDrafts } from '#pwa/stores/message-drafts.ts'
import type { UnsentMessage } from './timeline.ts'

const EMPTY: MessageDraft = { text: '', picture: undefined }

export interface MessageDraftControl {
  readonly draft: MessageDraft
  readonly change: (part: Partial<MessageDraft>) => void
}

export function useMessageDraft(conversationId: string): MessageDraftControl {
  const { user } = useSession()
  const key = `${user?.userId ?? ''} ${conversationId}`
  const draft = useMessageDrafts(({ drafts }) => drafts[key]) ?? EMPTY
  return {
    draft,
    change: (part) =>
      useMessageDrafts.setState(({ drafts }) => ({
        drafts: { ...drafts, [key]: { ...(drafts[key] ?? EMPTY), ...part } },
      })),
  }
}

/** Sends the draft, and again what was refused. A draft that could not be stored comes back. */
export function useSender(
  { draft, change }: MessageDraftControl,
  send: (draft: MessageDraft) => Promise<boolean>,
  isHeld = false,
) {
  return {
    sendDraft() {
      change(EMPTY)
      void send(draft).then((isKept) => isKept || change(draft))
    },
    retry({ dismiss, text, hasPicture }: UnsentMessage) {
      void dismiss()
      if (hasPicture || isHeld) change({ text })
      else void send({ text, picture: undefined })
    },
  }
}
