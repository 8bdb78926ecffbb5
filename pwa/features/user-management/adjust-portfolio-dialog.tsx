import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import type { AdminUser } from '#shared/contract/users.ts'
import { formatDifference } from '#shared/format.ts'
import { failedWith } from './failed-text.ts'
import type { PortfolioEdit } from './portfolio-draft.ts'
import { ReasonField, reasonProblem } from './reason-field.tsx'
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
  const { submit } = useUpdatePortfolio()
  const form = useCommandForm({
    initial: { reason: '' },
    check: reasonProblem,
    send: ({ reason }) => {
      const balances = Object.fromEntries(
        edits.map(({ symbol, available, was }) => [symbol, { available, was }]),
      )
      return submit({ body: { userId: user.id, reason: reason.trim(), balances } })
    },
    failed: failedWith('Failed to save portfolio'),
    done: ({ message }) => ({ title: 'Success', message }),
    onSent: onDone,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Adjust these balances?"
      size="small"
      submit="Save portfolio"
    >
      <p className="text-fg-2 text-sm">What {nameOf(user)} has available changes at once.</p>
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
      <ReasonField form={form} />
    </FormDialog>
  )
}
