import { useState } from 'react'
import { OWN_PAGE, useOwnPages } from '#pwa/hooks/use-own.ts'
import { Notice } from '#pwa/ui/notice.tsx'
import { listLoans } from '#shared/contract/loans.ts'
import { formatDate } from '#shared/format.ts'
import type { StakingPlan } from '#shared/rules/staking.ts'
import { t } from '#shared/text/t.ts'
import { loanDueFirst } from './loan-due-first.ts'

/** Warns before money is locked that a loan may need. */
export function LoanDueNotice({ plan }: { plan: StakingPlan }) {
  const query = { limit: OWN_PAGE }
  const { data: loans = [] } = useOwnPages(listLoans, (userId) => ({ params: { userId }, query }))
  const [nowMs] = useState(() => Date.now())
  const loan = loanDueFirst(loans, { termDays: plan.termDays, nowMs })
  if (!loan) return null
  return (
    <Notice tone="warn">
      {t(
        'Your loan is due on {date}, before this stake ends. Staked USDT cannot repay it, and each day late costs {percent}% of the loan.',
        { date: formatDate(loan.due_at), percent: loan.rates.penaltyPerDay },
      )}
    </Notice>
  )
}
