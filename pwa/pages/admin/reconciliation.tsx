import { CheckList, FollowerList } from '#pwa/features/reconciliation/check-list.tsx'
import { LastRunCard } from '#pwa/features/reconciliation/last-run-card.tsx'
import { RunControls } from '#pwa/features/reconciliation/run-controls.tsx'
import { TrialBalance } from '#pwa/features/reconciliation/trial-balance.tsx'
import { useReconciliation } from '#pwa/features/reconciliation/use-reconciliation.ts'
import { Loaded } from '#pwa/ui/loaded.tsx'
import type { ReconciliationPage } from '#shared/contract/reconciliation.ts'
import { t } from '#shared/text/t.ts'

/** The ledger against the tables that show it. */
export function AdminReconciliationPage() {
  const found = useReconciliation()
  return (
    <div className="flex flex-col gap-4">
      <h1 className="font-semibold text-xl text-fg md:text-2xl">{t('Reconciliation')}</h1>
      <Loaded query={found} failed={t('Failed to load the reconciliation')}>
        {(page) => <Found page={page} />}
      </Loaded>
    </div>
  )
}

function Found({ page }: { page: ReconciliationPage }) {
  const { last, running, followers } = page
  return (
    <>
      <LastRunCard page={page} />
      <RunControls running={running} />
      {last && (
        <>
          <CheckList checks={last.checks} />
          <TrialBalance lines={last.trial_balance} />
        </>
      )}
      <FollowerList followers={followers} />
    </>
  )
}
