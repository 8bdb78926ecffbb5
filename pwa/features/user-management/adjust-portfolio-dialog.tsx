import { useState } from 'react'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import type { AdminUser } from '#shared/contract/users.ts'
import { describeRefusal } from '#shared/errors.ts'
import { formatDifference } from '#shared/format.ts'
import type { PortfolioEdit } from './portfolio-draft.ts'
import { ReasonField } from './reason-field.tsx'
import { useAct } from './use-act.ts'
import { useUpdatePortfolio } from './use-user-management.ts'
import { nameOf } from './user-facts.ts'

interface AdjustPortfolioDialogProps {
  user: AdminUser
  edits: readonly PortfolioEdit[]
  onClose: () => void
  onDone: () => void
}

/** Repeats what changes by how much, and takes the reason. */
export function AdjustPortfolioDialog(props: AdjustPortfolioDialogProps) {
  const { user, edits, onClose, onDone } = props
  const { submit, isSubmitting } = useUpdatePortfolio()
  const act = useAct()
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()

  async function save() {
    if (reason.trim() === '') {
      return setError(describeRefusal('adjustment.reason_required').message)
    }
    const balances = Object.fromEntries(
      edits.map(({ symbol, available, was }) => [symbol, { available, was }]),
    )
    const body = { userId: user.id, reason: reason.trim(), balances }
    const isDone = await act(submit({ body }), 'Failed to save portfolio')
    if (isDone) onDone()
    else onClose()
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Adjust these balances?"
      confirmLabel="Save portfolio"
      busy={isSubmitting}
      onConfirm={() => void save()}
    >
      <div className="flex flex-col gap-4">
        <p>What {nameOf(user)} has available changes at once.</p>
        <SummaryList
          rows={edits.map(({ symbol, available, change }) => ({
            label: symbol,
            value: (
              <span className="num">
                {formatDifference(change)} → {available}
              </span>
            ),
            strong: true,
          }))}
        />
        <ReasonField
          value={reason}
          error={error}
          onValueChange={(typed) => {
            setReason(typed)
            setError(undefined)
          }}
        />
      </div>
    </ConfirmDialog>
  )
}
