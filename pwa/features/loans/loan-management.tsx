import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import { useSettled } from '#pwa/hooks/use-settled.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { DataList } from '#pwa/ui/data-list.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SearchField } from '#pwa/ui/search-field.tsx'
import { Stat } from '#pwa/ui/stat.tsx'
import type { ReviewedLoan } from '#shared/contract/loans.ts'
import { ApproveLoanDialog } from './approve-loan-dialog.tsx'
import { type LoanAct, loanColumns } from './loan-columns.tsx'
import { LoanDetailsDialog } from './loan-details-dialog.tsx'
import { RejectLoanDialog } from './reject-loan-dialog.tsx'
import { useLoanCounts, useLoansForReview } from './use-loan-review.ts'

const PAGE = 50
const LIMIT_MAX = 200

/** The loan applications of all users: search, details, decisions. */
export function LoanManagement() {
  const [typed, setTyped] = useState('')
  const [limit, setLimit] = useState(PAGE)
  const search = useSettled(typed.trim())
  const loans = useLoansForReview({ search, limit })
  const [asked, setAsked] = useState<{ readonly loan: ReviewedLoan; readonly act: LoanAct }>()
  const act = (loan: ReviewedLoan, next: LoanAct) => setAsked({ loan, act: next })
  const close = () => setAsked(undefined)
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
          query={loans}
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
      {(loans.rows?.length ?? 0) >= limit && limit < LIMIT_MAX && (
        <Button className="self-center" onClick={() => setLimit(limit + PAGE)}>
          Show more
        </Button>
      )}
      {(loans.rows?.length ?? 0) >= LIMIT_MAX && (
        <p className="text-center text-fg-3 text-sm">Older applications are found by a search.</p>
      )}
      {asked?.act === 'details' && (
        <LoanDetailsDialog
          key={asked.loan.id}
          listed={asked.loan}
          onAct={(next) => act(asked.loan, next)}
          onClose={close}
        />
      )}
      {asked?.act === 'approve' && <ApproveLoanDialog loan={asked.loan} onClose={close} />}
      {asked?.act === 'reject' && <RejectLoanDialog loan={asked.loan} onClose={close} />}
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
