import { useState } from 'react'
import type { KeptChanges } from '#pwa/hooks/use-command-form.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import type { DecisionDraft } from './review-view.ts'

/** What reviewers have typed and not sent, while the page lives: by reviewer, case and act. */
const drafts = new Map<string, Partial<DecisionDraft>>()

export function useKeptDraft(name: string): KeptChanges<DecisionDraft> {
  const { user } = useSession()
  const key = `${user?.userId} ${name}`
  const [, redraw] = useState(0)
  return {
    changes: drafts.get(key) ?? {},
    change: (part) => {
      drafts.set(key, { ...drafts.get(key), ...part })
      redraw((count) => count + 1)
    },
    clear: () => void drafts.delete(key),
  }
}
