import { createPersonal } from './personal.ts'

/** Decisions that were typed and not sent, by case and act; they survive a change of page. */
export const useDecisionDrafts = createPersonal<{
  readonly drafts: Readonly<Record<string, object>>
}>(() => ({ drafts: {} }))
