import { createPersonal } from './personal.ts'

/** A message that is being written. */
export interface MessageDraft {
  readonly text: string
  readonly picture: File | undefined
}

/** What is being written to whom, until it is sent: it survives going to other pages. */
export const useMessageDrafts = createPersonal<{
  readonly drafts: Readonly<Record<string, MessageDraft>>
}>(() => ({ drafts: {} }))
