import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import { useSettled } from '#pwa/hooks/use-settled.ts'
import { useDecisionDialog } from '#pwa/reviews/use-decision-dialog.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { DataList } from '#pwa/ui/data-list.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SearchField } from '#pwa/ui/search-field.tsx'
import { Stat } from '#pwa/ui/stat.tsx'
import type { ReviewedLoan } from '#shared/contract/loans.ts'
import { type LoanAct, loanColumns } from './loan-columns.tsx'
import { LoanDetailsDialog } from './loan-details-dialog.tsx'
import { loanReview } from './review-view.tsx'
import { useLoanCounts, useLoansForReview } from './use-loan-review.ts'

const PAGE = 50
const LIMIT_MAX = 200

/** The loan applications of all users: search, details, decisions. */
export function LoanManagement() {
  const [typed, setTyped] = useState('')
  const [limit, setLimit] = useState(PAGE)
  const search = useSettled(typed.trim())
  const loans = useLoansForReview({ search, limit })
  const [viewed, setViewed] = useState<ReviewedLoan>()
  const { decide, dialog } = useDecisionDialog(loanReview, () => setViewed(undefined))
  const act = (loan: ReviewedLoan, next: LoanAct) =>
    next === 'details' ? setViewed(loan) : decide(loan, next)
  const count = loans.rows?.length ?? 0
  return (
    <div className="flex flex-col gap-4">
      <LoanStats />
      <SearchField
        label="Search loans"
        placeholder="Email, name, purpose or status"
        value={typed}
        onChange={setTyped}
      />
      <Card flush>
        <DataList
          label="Loan applications"
          query={{
            ...loans,
            hasMore: count >= limit && limit < LIMIT_MAX,
            loadMore: () => setLimit(limit + PAGE),
          }}
          failed="Failed to fetch loan applications"
          columns={loanColumns(act)}
          rows={loans.rows}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon={<HandCoins className="size-5" />} title="No loan applications found.">
              {search === ''
                ? 'New applications arrive here by themselves.'
                : 'Nothing matches this search.'}
            </EmptyState>
          }
        />
      </Card>
      {count >= LIMIT_MAX && (
        <p className="text-center text-fg-3 text-sm">Older applications are found by a search.</p>
      )}
      {viewed && (
        <LoanDetailsDialog
          key={viewed.id}
          listed={viewed}
          onAct={(next) => decide(viewed, next)}
          onClose={() => setViewed(undefined)}
        />
      )}
      {dialog}
    </div>
  )
}

function LoanStats() {
  const { data } = useLoanCounts()
  const stats = [
    { label: 'Pending', value: data?.pending },
    { label: 'Approved', value: data?.approved },
    { label: 'Rejected', value: data?.rejected },
    { label: 'Repaid', value: data?.paid },
  ]
  return (
    <div className="grid grid-cols-2 gap-2 md:grid-cols-4 md:gap-4">
      {stats.map((stat) => (
        <Card key={stat.label}>
          <Stat {...stat} />
        </Card>
      ))}
    </div>
  )
}
