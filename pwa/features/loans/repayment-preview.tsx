import { useServerNow } from '#pwa/hooks/use-server-now.ts'
import { AgreementSections } from '#pwa/ui/agreement-sections.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Missing, Money } from '#pwa/ui/money.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { formatDate } from '#shared/format.ts'
import { loanAgreement } from '#shared/operator/loan-agreement.ts'
import { LOAN_RATES, LOAN_SYMBOL } from '#shared/rules/loans.ts'
import { msg, t } from '#shared/text/t.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { repaymentOf } from './loan-standing.ts'

export function RepaymentPreview({ amount, duration }: { amount: string; duration: string }) {
  const nowMs = useServerNow(MINUTE_MS)
  const { principal, interest, total, dueAt } = repaymentOf(amount, duration, nowMs)
  return (
    <SummaryList
      rows={[
        {
          label: t('You receive'),
          value: <Money amount={principal} symbol={LOAN_SYMBOL} />,
        },
        {
          label: t('Interest, {rate}%', { rate: LOAN_RATES.interest }),
          value: <Money amount={interest} symbol={LOAN_SYMBOL} />,
        },
        {
          label: t('To repay'),
          value: <Money amount={total} symbol={LOAN_SYMBOL} />,
          strong: true,
        },
        {
          label: t('Due, if approved today'),
          value: dueAt ? formatDate(dueAt) : <Missing />,
          strong: true,
        },
        {
          label: t('If late'),
          value: t('{rate}% of the amount a day', { rate: LOAN_RATES.penaltyPerDay }),
        },
      ]}
    />
  )
}

/** What both application forms say. Source: docs/product.md, Loans. */

export const APPLICATION_SUBMITTED = msg(
  "Loan application submitted successfully. We'll review it and get back to you soon.",
)

export const APPLICATION_WAITS = msg('Your loan application')

export function LoanAgreementDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={t('Loan Agreement')}>
      <AgreementSections sections={loanAgreement()} open="all" />
    </Dialog>
  )
}
