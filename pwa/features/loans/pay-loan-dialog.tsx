import { availableAfterwards } from '#pwa/components/available.tsx'
import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { usePortfolio } from '#pwa/hooks/use-portfolio.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { Money } from '#pwa/ui/money.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { type Loan, payLoan } from '#shared/contract/loans.ts'
import { parseUnits } from '#shared/money.ts'
import { LOAN_SYMBOL } from '#shared/rules/loans.ts'
import { type Due, daysText, dueOf } from './loan-standing.ts'

interface PayLoanDialogProps {
  loan: Loan
  nowMs: number
  onClose: () => void
}

const FAILED = {
  title: 'Payment Failed',
  message: 'Failed to pay loan. Please try again.',
} as const

/** Every part of what is paid, before it is paid. Source: docs/product.md, Loans. */
export function PayLoanDialog({ loan, nowMs, onClose }: PayLoanDialogProps) {
  const due = dueOf(loan, nowMs)
  const { availableOf } = usePortfolio()
  const available = availableOf(LOAN_SYMBOL)
  const left = available === undefined ? undefined : parseUnits(available) - parseUnits(due.total)
  const isShort = left !== undefined && left < 0n
  const { isOnline } = useConnection()
  const { submit } = useSubmit(payLoan)
  const form = useCommandForm({
    // What was refused at another balance says nothing of this one.
    initial: { total: due.total, available },
    send: ({ total }) => submit({ params: { id: loan.id }, body: { total } }),
    failed: FAILED,
    done: ({ message }) => ({ title: 'Payment Successful', message }),
    onSent: onClose,
  })

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Pay loan"
      size="small"
      submit="Pay in full"
      disabled={!isOnline}
      offline="You are offline. A loan is paid with a connection only."
    >
      <SummaryList rows={partsOf(loan, due)} />
      <SummaryList
        rows={[
          { label: 'Available', value: <Money amount={available} symbol={LOAN_SYMBOL} /> },
          isShort
            ? {
                label: 'Shortfall',
                value: <Money amount={-left} symbol={LOAN_SYMBOL} className="text-down" />,
                strong: true,
              }
            : availableAfterwards(parseUnits(due.total), available, { symbol: LOAN_SYMBOL }),
        ]}
      />
      {!form.notice && isShort && (
        <Notice tone="warn">
          This is more than you have available. Deposit or convert to {LOAN_SYMBOL} first.
        </Notice>
      )}
    </FormDialog>
  )
}

function partsOf(loan: Loan, due: Due) {
  const { interest, penaltyPerDay } = loan.rates
  const money = (amount: string) => <Money amount={amount} symbol={LOAN_SYMBOL} />
  return [
    { label: 'Principal', value: money(due.principal) },
    { label: `Interest, ${interest}%`, value: money(due.interest) },
    {
      label:
        due.lateDays === 0
          ? 'Penalty'
          : `Penalty, ${penaltyPerDay}% a day for ${daysText(due.lateDays)}`,
      value: money(due.penalty),
    },
    { label: 'Total', value: money(due.total), strong: true },
  ]
}
