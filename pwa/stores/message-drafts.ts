import { createPersonal } from './personal.ts'

/** A message that is being written. */
export interface MessageDraft {
  readonly text: string
  readonly picture: File | undefined
}

/** Unsent messages by recipient; they survive a change of page. */
export const useMessageDrafts = createPersonal<{
  readonly drafts: Readonly<Record<string, MessageDraft>>
}>(() => ({ drafts: {} }))
