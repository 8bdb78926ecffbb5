import { DecisionDialog } from '#pwa/reviews/decision-dialog.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import type { ReviewItem } from '#shared/contract/review-desk.ts'
import { formatTime } from '#shared/format.ts'
import { CasePane } from './case-pane.tsx'
import type { CaseName } from './desk-address.ts'
import { useDeskCase } from './use-desk-case.ts'
import { useDeskKeys } from './use-desk-keys.ts'

interface OpenCaseProps {
  name: CaseName
  listAddress: string
  addressOf: (name: string) => string
  onSeen: (item: ReviewItem) => void
}

/** The open case with its keys and its dialogs. */
export function OpenCase({ name, listAddress, addressOf, onSeen }: OpenCaseProps) {
  const desk = useDeskCase(name, onSeen)
  const { asked, takenFrom } = desk
  useDeskKeys({
    claim: desk.pressClaim,
    approve: () => desk.decide('approve'),
    reject: () => desk.decide('reject'),
  })
  return (
    <>
      <CasePane name={name} desk={desk} listAddress={listAddress} addressOf={addressOf} />
      {asked && <DecisionDialog {...asked} onClose={desk.closeAsked} />}
      {takenFrom && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && desk.closeTakeOver(false)}
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
