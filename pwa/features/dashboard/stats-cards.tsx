import { usePendingOrders } from '#pwa/hooks/use-waiting.ts'
import { StatCards } from '#pwa/ui/stat.tsx'
import { ErrorState } from '#pwa/ui/states.tsx'
import { useAdminStats } from './use-dashboard.ts'

export function StatsCards() {
  const { data, error, refetch } = useAdminStats()
  const pending = usePendingOrders()
  if (!data && error) {
    return <ErrorState title="Failed to fetch stats" message={error.message} onRetry={refetch} />
  }
  return (
    <StatCards
      className="grid-cols-2 xl:grid-cols-4"
      stats={[
        { label: 'Total users', value: data?.total },
        { label: 'New sign-ups', value: data?.newSignups, note: 'Last 7 days' },
        { label: 'Active users', value: data?.active },
        { label: 'Pending orders', value: pending.data && countOf(pending.data) },
      ]}
    />
  )
}

/** A full page may have more after it. */
function countOf(page: readonly unknown[]): string {
  return page.length < PENDING_PAGE ? String(page.length) : `${PENDING_PAGE}+`
}

const PENDING_PAGE = 200
