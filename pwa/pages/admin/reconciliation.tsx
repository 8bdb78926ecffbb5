import { CheckList } from '#pwa/features/reconciliation/check-list.tsx'
import { FollowerList } from '#pwa/features/reconciliation/follower-list.tsx'
import { RunControls } from '#pwa/features/reconciliation/run-controls.tsx'
import { StandingCard } from '#pwa/features/reconciliation/standing-card.tsx'
import { TrialBalance } from '#pwa/features/reconciliation/trial-balance.tsx'
import { useReconciliation } from '#pwa/features/reconciliation/use-reconciliation.ts'
import { Card } from '#pwa/ui/card.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import type { ReconciliationPage } from '#shared/contract/reconciliation.ts'

/** The ledger against what is shown of it. */
export function AdminReconciliationPage() {
  const { data, error, refetch } = useReconciliation()
  return (
    <div className="flex flex-col gap-4">
      <h1 className="font-semibold text-xl text-fg md:text-2xl">Reconciliation</h1>
      {data ? (
        <Found page={data} />
      ) : (
        <Card flush>
          {error ? (
            <ErrorState
              title="Failed to load the reconciliation"
              message={error.message}
              onRetry={refetch}
            />
          ) : (
            <SkeletonRows count={6} />
          )}
        </Card>
      )}
    </div>
  )
}

function Found({ page }: { page: ReconciliationPage }) {
  const { last, running, followers } = page
  return (
    <>
      <StandingCard page={page} />
      <RunControls running={running} />
      {last && (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <CheckList checks={last.checks} />
          <TrialBalance lines={last.trial_balance} />
        </div>
      )}
      <FollowerList followers={followers} />
    </>
  )
}
