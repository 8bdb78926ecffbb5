import { useState } from 'react'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import type { AdminUser } from '#shared/contract/users.ts'
import { describeRefusal } from '#shared/errors.ts'
import { ReasonField } from './reason-field.tsx'
import { useAct } from './use-act.ts'
import { useResetPortfolio } from './use-user-management.ts'
import { nameOf } from './user-facts.ts'

interface ResetPortfolioDialogProps {
  user: AdminUser
  rows: readonly { symbol: string; available: string; frozen: string }[]
  onClose: () => void
  onDone: () => void
}

/** Asks for a reason before everything available is taken. */
export function ResetPortfolioDialog({ user, rows, onClose, onDone }: ResetPortfolioDialogProps) {
  const { submit, isSubmitting } = useResetPortfolio()
  const act = useAct()
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const hasFrozen = rows.some(({ frozen }) => frozen !== '0')

  async function reset() {
    if (reason.trim() === '') {
      return setError(describeRefusal('adjustment.reason_required').message)
    }
    const body = { userId: user.id, reason: reason.trim() }
    const isDone = await act(submit({ body }), 'Failed to delete portfolio data')
    if (isDone) onDone()
    else onClose()
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Reset this portfolio to zero?"
      confirmLabel="Reset to zero"
      tone="danger"
      busy={isSubmitting}
      onConfirm={() => void reset()}
    >
      <div className="flex flex-col gap-4">
        <p>
          Everything that {nameOf(user)} has available is taken at once.
          {hasFrozen && ' What is frozen stays: it belongs to orders, stakes and requests.'}
        </p>
        <SummaryList
          rows={rows
            .filter(({ available }) => available !== '0')
            .map(({ symbol, available }) => ({
              label: symbol,
              value: <Money amount={available} />,
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
