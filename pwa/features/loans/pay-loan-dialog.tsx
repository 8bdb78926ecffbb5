import { useState } from 'react'
import { failureText } from '#pwa/hooks/failure-text.ts'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { usePortfolio } from '#pwa/hooks/use-portfolio.ts'
import { useToasts } from '#pwa/stores/toasts.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { ProblemNotice } from '#pwa/ui/problem-notice.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import type { Loan } from '#shared/contract/loans.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { LOAN_SYMBOL } from '#shared/rules/loans.ts'
import type { Problem } from './loan-files.ts'
import { type Due, daysText, dueOf } from './loan-standing.ts'
import { usePayLoan } from './use-loans.ts'

interface PayLoanDialogProps {
  loan: Loan
  nowMs: number
  onClose: () => void
}

const FAILED = {
  title: 'Payment Failed',
  message: 'Failed to pay loan. Please try again.',
} as const

/** Every part of what is paid, before it is paid. */
export function PayLoanDialog({ loan, nowMs, onClose }: PayLoanDialogProps) {
  const due = dueOf(loan, nowMs)
  const { availableOf } = usePortfolio()
  const available = availableOf(LOAN_SYMBOL)
  const left = available === undefined ? undefined : parseUnits(available) - parseUnits(due.total)
  const isShort = left !== undefined && left < 0n
  const { isOnline } = useConnection()
  const { submit, isSubmitting } = usePayLoan()
  const [refusal, setRefusal] = useState<{ problem: Problem; available: typeof available }>()
  // What was refused at another balance says nothing of this one.
  const problem = refusal?.available === available ? refusal?.problem : undefined
  const showToast = useToasts((state) => state.show)

  async function pay() {
    setRefusal(undefined)
    const result = await submit({ params: { id: loan.id }, body: { total: due.total } })
    if (result.state === 'refused') {
      const text = failureText(result.failure, FAILED)
      setRefusal({ problem: text, available })
      return showToast({ ...text, tone: 'error' })
    }
    if (result.state !== 'done') return
    showToast({
      title: 'Payment Successful',
      message: result.answer.message,
      tone: 'success',
    })
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Pay loan"
      size="small"
      locked={isSubmitting}
      footer={
        <>
          <Button className="flex-1 md:flex-none" disabled={isSubmitting} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            className="flex-1 md:flex-none"
            busy={isSubmitting}
            disabled={!isOnline}
            onClick={() => void pay()}
          >
            Pay in full
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SummaryList rows={partsOf(loan, due)} />
        <SummaryList
          rows={[
            { label: 'Available', value: <Money amount={available} symbol={LOAN_SYMBOL} /> },
            isShort
              ? {
                  label: 'Shortfall',
                  value: (
                    <Money amount={formatUnits(-left)} symbol={LOAN_SYMBOL} className="text-down" />
                  ),
                  strong: true,
                }
              : {
                  label: 'Available afterwards',
                  value: (
                    <Money
                      amount={left === undefined ? undefined : formatUnits(left)}
                      symbol={LOAN_SYMBOL}
                    />
                  ),
                },
          ]}
        />
        <ProblemNotice problem={problem} />
        {!problem && isShort && (
          <Notice tone="warn">
            This is more than you have available. Deposit or convert to {LOAN_SYMBOL} first.
          </Notice>
        )}
        {!isOnline && <Notice>You are offline. A loan is paid with a connection only.</Notice>}
      </div>
    </Dialog>
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
