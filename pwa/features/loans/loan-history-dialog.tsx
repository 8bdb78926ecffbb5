import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import { availableAfterwards } from '#pwa/components/available.tsx'
import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { OwnAmounts } from '#pwa/components/own-amounts.tsx'
import { OnThisDevice, unsentRows } from '#pwa/components/unsent-row.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { useHomeDialog } from '#pwa/hooks/use-home-dialog.ts'
import { useHeldUp } from '#pwa/hooks/use-outbox.ts'
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
import { cancelLoan, type Loan, payLoan } from '#shared/contract/loans.ts'
import { readText } from '#shared/contract/text.ts'
import { formatLimit } from '#shared/format.ts'
import { parseUnits } from '#shared/money.ts'
import { delayTerms } from '#shared/operator/loan-agreement.ts'
import { LOAN_SYMBOL } from '#shared/rules/loans.ts'
import { t } from '#shared/text/t.ts'
import { LoanCard } from './loan-card.tsx'
import { type Due, dueOf } from './loan-standing.ts'
import { useLoans, useUnsentLoans } from './use-loans.ts'

export function LoanHistoryDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={t('My Loans')}>
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
      rows={[
        ...unsentRows(useUnsentLoans(), ({ duration, amount }) => ({
          title: t('Loan for {days, plural, one {# day} other {# days}}', {
            days: Number(duration),
          }),
          value: amount === undefined ? '' : `${formatLimit(amount)} USD`,
        })),
        ...unsentRows(useHeldUp(cancelLoan), () => ({
          title: t('Cancel a loan application'),
          value: '',
        })),
      ]}
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
        failed={t('Failed to fetch loans')}
        loading={<SkeletonRows count={3} />}
        empty={
          <EmptyState
            icon={<HandCoins className="size-5" />}
            title={t('No loan applications found.')}
            action={
              <Button onClick={() => open('loan-application')}>{t('Apply for a loan')}</Button>
            }
          >
            {t('Your applications appear here with their status and the amount to repay.')}
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
    // A refusal at another balance no longer applies.
    initial: { total: due.total, available },
    send: ({ total }) => submit({ params: { id: loan.id }, body: { total } }),
    failed: {
      title: t('Payment Failed'),
      message: t('Failed to pay loan. Please try again.'),
    },
    done: (response) => ({
      title: t('Payment Successful'),
      message: readText(response, 'message'),
    }),
    onSent: onClose,
  })

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('Pay loan')}
      size="small"
      submit={t('Pay in full')}
      disabled={!isOnline}
      offline={t('A loan can only be paid with a connection.')}
    >
      <OwnAmountsHidden value={false}>
        <SummaryList rows={partsOf(loan, due)} />
      </OwnAmountsHidden>
      <SummaryList
        rows={[
          { label: t('Available'), value: <Money amount={available} symbol={LOAN_SYMBOL} /> },
          isShort
            ? {
                label: t('Shortfall'),
                value: <Money amount={-left} symbol={LOAN_SYMBOL} className="text-danger" />,
                strong: true,
              }
            : availableAfterwards(parseUnits(due.total), available, { symbol: LOAN_SYMBOL }),
        ]}
      />
      {(due.lateDays > 0 || loan.delay) && (
        <Notice>
          {delayTerms().map((term) => (
            <p key={term}>{term}</p>
          ))}
        </Notice>
      )}
      {!form.notice && isShort && (
        <Notice tone="warn">
          {t('This is more than you have available. Deposit {symbol} or convert to it first.', {
            symbol: LOAN_SYMBOL,
          })}
        </Notice>
      )}
    </FormDialog>
  )
}

function partsOf(loan: Loan, due: Due) {
  const { interest, penaltyPerDay } = loan.rates
  const money = (amount: string) => <Money amount={amount} symbol={LOAN_SYMBOL} />
  return [
    { label: t('Principal'), value: money(due.principal) },
    { label: t('Interest, {rate}%', { rate: interest }), value: money(due.interest) },
    {
      label:
        due.lateDays === 0
          ? t('Penalty')
          : t('Penalty, {rate}% a day for {days, plural, one {# day} other {# days}}', {
              rate: penaltyPerDay,
              days: due.lateDays,
            }),
      value: money(due.penalty),
    },
    { label: t('Total'), value: money(due.total), strong: true },
  ]
}
