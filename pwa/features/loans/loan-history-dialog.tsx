import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import { UnsentRows } from '#pwa/components/unsent-row.tsx'
import { useHomeDialog } from '#pwa/hooks/use-home-dialog.ts'
import { useServerNow } from '#pwa/hooks/use-server-now.ts'
import { Age } from '#pwa/ui/age.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { instantOf } from '#shared/time.ts'
import { LoanCard } from './loan-card.tsx'
import { PayLoanDialog } from './pay-loan-dialog.tsx'
import { useLoans, useUnsentLoans } from './use-loans.ts'

/** Loans and applications, and what is to be paid. */
export function LoanHistoryDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="My Loans">
      <div className="flex flex-col gap-4">
        <UnsentLoans />
        <KnownLoans />
      </div>
    </Dialog>
  )
}

/** Unsent applications are shown even if the list fails to load. */
function UnsentLoans() {
  const unsent = useUnsentLoans()
  if (unsent.length === 0) return null
  return (
    <section aria-label="On this device" className="flex flex-col">
      <h3 className="font-semibold text-fg-2 text-sm">On this device</h3>
      <UnsentRows
        rows={unsent}
        textOf={({ duration, amount }) => ({
          title: `Loan for ${duration} days`,
          value: `${amount} USD`,
        })}
      />
    </section>
  )
}

function KnownLoans() {
  const { open } = useHomeDialog()
  const loans = useLoans()
  const nowMs = useServerNow()
  const [paidId, setPaidId] = useState<string>()
  const asked = loans.data?.find(({ id }) => id === paidId)
  if (loans.isLoading) return <SkeletonRows count={3} />
  if (!loans.data) {
    return (
      <ErrorState
        title="Failed to fetch loans"
        message={loans.error?.message ?? 'Please try again.'}
        onRetry={loans.refetch}
      />
    )
  }
  if (loans.data.length === 0) {
    return (
      <EmptyState
        icon={<HandCoins className="size-5" />}
        title="No loan applications found."
        action={<Button onClick={() => open('loan-application')}>Apply for a loan</Button>}
      >
        What you apply for stands here, with its status and what there is to repay.
      </EmptyState>
    )
  }
  return (
    <>
      {loans.isFromCache && loans.updatedAtMs !== undefined && (
        <Age at={instantOf(loans.updatedAtMs)} />
      )}
      <ul className="flex flex-col gap-3">
        {loans.data.map((loan) => (
          <LoanCard
            key={loan.id}
            loan={loan}
            nowMs={nowMs}
            hasLinks={!loans.isFromCache}
            onPay={() => setPaidId(loan.id)}
          />
        ))}
      </ul>
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
