import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import { availableAfterwards } from '#pwa/components/available.tsx'
import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { OwnAmounts } from '#pwa/components/own-amounts.tsx'
import { OnThisDevice, unsentRows } from '#pwa/components/unsent-row.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { useHomeDialog } from '#pwa/hooks/use-home-dialog.ts'
import { usePortfolio } from '#pwa/hooks/use-portfolio.ts'
import { useServerNow } from '#pwa/hooks/use-server-now.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { OwnAmountsHidden } from '#pwa/ui/own-amounts.tsx'
import { PagedList } from '#pwa/ui/paged-list.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { type Loan, payLoan } from '#shared/contract/loans.ts'
import { readText } from '#shared/contract/text.ts'
import { formatLimit } from '#shared/format.ts'
import { parseUnits } from '#shared/money.ts'
import { LOAN_SYMBOL } from '#shared/rules/loans.ts'
import { LoanCard } from './loan-card.tsx'
import { type Due, daysText, dueOf } from './loan-standing.ts'
import { useLoans, useUnsentLoans } from './use-loans.ts'

export function LoanHistoryDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="My Loans">
      <div className="flex flex-col gap-4">
        <OwnAmounts>
          <UnsentLoans />
          <KnownLoans />
        </OwnAmounts>
      </div>
    </Dialog>
  )
}

function UnsentLoans() {
  return (
    <OnThisDevice
      rows={unsentRows(useUnsentLoans(), ({ duration, amount }) => ({
        title: `Loan for ${duration} days`,
        value: amount === undefined ? '' : `${formatLimit(amount)} USD`,
      }))}
    />
  )
}

function KnownLoans() {
  const { open } = useHomeDialog()
  const loans = useLoans()
  const nowMs = useServerNow()
  const [paidId, setPaidId] = useState<string>()
  const asked = loans.data?.find(({ id }) => id === paidId)
  return (
    <>
      <PagedList
        query={loans}
        rows={loans.data}
        failed="Failed to fetch loans"
        loading={<SkeletonRows count={3} />}
        empty={
          <EmptyState
            icon={<HandCoins className="size-5" />}
            title="No loan applications found."
            action={<Button onClick={() => open('loan-application')}>Apply for a loan</Button>}
          >
            Your applications appear here with their status and what there is to repay.
          </EmptyState>
        }
      >
        {(found) => (
          <ul className="flex flex-col gap-3">
            {found.map((loan) => (
              <LoanCard
                key={loan.id}
                loan={loan}
                nowMs={nowMs}
                hasLinks={!loans.isFromCache}
                onPay={() => setPaidId(loan.id)}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {asked && (
        <PayLoanDialog
          key={asked.id}
          loan={asked}
          nowMs={nowMs}
          onClose={() => setPaidId(undefined)}
        />
      )}
    </>
  )
}

interface PayLoanDialogProps {
  loan: Loan
  nowMs: number
  onClose: () => void
}

/** Every part of what is paid, before it is paid. Source: docs/product.md, Loans. */
function PayLoanDialog({ loan, nowMs, onClose }: PayLoanDialogProps) {
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
    failed: {
      title: 'Payment Failed',
      message: 'Failed to pay loan. Please try again.',
    },
    done: (answer) => ({ title: 'Payment Successful', message: readText(answer, 'message') }),
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
      offline="A loan is paid with a connection only."
    >
      <OwnAmountsHidden value={false}>
        <SummaryList rows={partsOf(loan, due)} />
      </OwnAmountsHidden>
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
