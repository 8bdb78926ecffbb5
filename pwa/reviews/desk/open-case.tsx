import type { CaseName } from '#pwa/reviews/case-name.ts'
import { DecisionDialog } from '#pwa/reviews/decision-dialog.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import type { ReviewItem } from '#shared/contract/review-desk.ts'
import { formatTime } from '#shared/format.ts'
import { CasePane } from './case-pane.tsx'
import { useDeskCase } from './use-desk-case.ts'
import { useDeskKeys } from './use-desk-keys.ts'

interface OpenCaseProps {
  name: CaseName
  listAddress: string
  addressOf: (name: string) => string
  onSeen: (item: ReviewItem) => void
  onDecided: () => void
}

/** The open case with its keys and its dialogs. */
export function OpenCase({ name, listAddress, addressOf, onSeen, onDecided }: OpenCaseProps) {
  const desk = useDeskCase(name, onSeen)
  const { view, subject, act, takenFrom } = desk
  useDeskKeys({
    claim: desk.pressClaim,
    approve: () => desk.decide('approve'),
    reject: () => desk.decide('reject'),
  })
  return (
    <>
      <CasePane name={name} desk={desk} listAddress={listAddress} addressOf={addressOf} />
      {view && act && subject !== undefined && (
        <DecisionDialog
          view={view}
          subject={subject}
          act={act}
          onClose={desk.closeDecision}
          onDone={onDecided}
        />
      )}
      {takenFrom && (
        <ConfirmDialog
          onClose={() => desk.closeTakeOver(false)}
          title="Take this case over?"
          confirmLabel="Take over"
          onConfirm={() => desk.closeTakeOver(true)}
        >
          {takenFrom.name} works on it since {formatTime(takenFrom.since)} and cannot decide on it
          any more once it is yours.
        </ConfirmDialog>
      )}
    </>
  )
}
