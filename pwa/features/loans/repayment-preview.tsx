import { useServerNow } from '#pwa/hooks/use-server-now.ts'
import { Missing, Money } from '#pwa/ui/money.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { formatDate } from '#shared/format.ts'
import { LOAN_RATES, LOAN_SYMBOL } from '#shared/rules/loans.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { repaymentOf } from './repayment.ts'

/** Everything that follows from amount and term, before anything is asked for. */
export function RepaymentPreview({ amount, duration }: { amount: string; duration: string }) {
  const nowMs = useServerNow(MINUTE_MS)
  const { principal, interest, total, dueAt } = repaymentOf(amount, duration, nowMs)
  return (
    <SummaryList
      rows={[
        {
          label: 'You receive',
          value: <Money amount={principal} symbol={LOAN_SYMBOL} />,
        },
        {
          label: `Interest, ${LOAN_RATES.interest}%`,
          value: <Money amount={interest} symbol={LOAN_SYMBOL} />,
        },
        {
          label: 'To repay',
          value: <Money amount={total} symbol={LOAN_SYMBOL} />,
          strong: true,
        },
        { label: 'Due on', value: dueAt ? formatDate(dueAt) : <Missing />, strong: true },
        { label: 'If late', value: `${LOAN_RATES.penaltyPerDay}% of the amount a day` },
      ]}
    />
  )
}
