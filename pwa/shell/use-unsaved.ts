import { useBegunForms } from '#pwa/stores/begun-forms.ts'
import { useDecisionDrafts } from '#pwa/stores/decision-drafts.ts'
import { type MessageDraft, useMessageDrafts } from '#pwa/stores/message-drafts.ts'

/** Whether the user has entered something that only the memory of this page holds. */
export function useUnsaved(): boolean {
  const isFormBegun = useBegunForms(({ forms }) => forms.length > 0)
  const isMessageBegun = useMessageDrafts(({ drafts }) => Object.values(drafts).some(isBegun))
  const isDecisionBegun = useDecisionDrafts(({ drafts }) =>
    Object.values(drafts).some((draft) => Object.values(draft).some(Boolean)),
  )
  return isFormBegun || isMessageBegun || isDecisionBegun
}

function isBegun({ text, picture }: MessageDraft): boolean {
  return text.trim() !== '' || picture !== undefined
}
