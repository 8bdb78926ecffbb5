import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { Money } from '#pwa/ui/money.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import type { AdminUser } from '#shared/contract/users.ts'
import { failedWith } from './failed-text.ts'
import { ReasonField, reasonProblem } from './reason-field.tsx'
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
  const { submit } = useResetPortfolio()
  const form = useCommandForm({
    initial: { reason: '' },
    check: reasonProblem,
    send: ({ reason }) => submit({ body: { userId: user.id, reason: reason.trim() } }),
    failed: failedWith('Failed to delete portfolio data'),
    done: ({ message }) => ({ title: 'Success', message }),
    onSent: onDone,
  })
  const hasFrozen = rows.some(({ frozen }) => frozen !== '0')
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Reset this portfolio to zero?"
      size="small"
      submit="Reset to zero"
      variant="danger"
    >
      <p className="text-fg-2 text-sm">
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
      <ReasonField form={form} />
    </FormDialog>
  )
}
