import { type ReactNode, useState } from 'react'
import { DecisionDialog } from './decision-dialog.tsx'
import type { ReviewAct, ReviewView } from './review-view.ts'

interface Asking<S> {
  readonly decide: (subject: S, act: ReviewAct) => void
  readonly isOpen: boolean
  readonly dialog: ReactNode
}

/** The decision dialog of a list: draw `dialog`, and call `decide` when a button is pressed. */
export function useDecisionDialog<S>(view: ReviewView<S>, onDone?: () => void): Asking<S> {
  const [asked, setAsked] = useState<{ readonly subject: S; readonly act: ReviewAct }>()
  return {
    decide: (subject, act) => setAsked({ subject, act }),
    isOpen: asked !== undefined,
    dialog: asked && (
      <DecisionDialog
        key={`${asked.act} ${view.caseIdOf(asked.subject)}`}
        view={view}
        {...asked}
        onClose={() => setAsked(undefined)}
        onDone={onDone}
      />
    ),
  }
}
