import { Money } from '#pwa/ui/money.tsx'
import { rich } from '#pwa/ui/rich.ts'
import type { Debt } from '#shared/contract/review-desk.ts'
import { LOAN_SYMBOL } from '#shared/rules/loans.ts'
import { t } from '#shared/text/t.ts'

/** What a user owes, and what of it is overdue: money that leaves cannot repay a loan. */
export function LoanDebt({ debt: { owed, owed_overdue: overdue } }: { debt: Debt }) {
  if (owed === '0') return null
  return (
    <p className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-0.5 px-3 py-2 text-sm">
      <span className="text-fg-2">{t('Loan debt')}</span>
      <span className="text-end">
        <Money amount={owed} symbol={LOAN_SYMBOL} as="portfolio" className="text-fg" />
        {overdue !== '0' && (
          <span className="block text-warn text-xs">
            {rich('Overdue: {amount}', { amount: <Money amount={overdue} as="portfolio" /> })}
          </span>
        )}
      </span>
    </p>
  )
}
