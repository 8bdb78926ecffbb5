import { useSession } from '#pwa/hooks/use-session.ts'
import { type MessageDraft, useMessageDrafts } from '#pwa/stores/message-drafts.ts'

const EMPTY: MessageDraft = { text: '', picture: undefined }

export interface MessageDraftControl {
  readonly draft: MessageDraft
  readonly change: (part: Partial<MessageDraft>) => void
}

/** What the signed-in person is writing into a conversation. */
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
