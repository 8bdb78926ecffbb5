import { usePendingOrders } from '#pwa/hooks/use-waiting.ts'
import { Card } from '#pwa/ui/card.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { Stat } from '#pwa/ui/stat.tsx'
import { useAdminStats } from './use-dashboard.ts'

export function StatsCards() {
  const { data, error, refetch } = useAdminStats()
  const pending = usePendingOrders()
  if (!data && error) {
    return <ErrorState title="Failed to fetch stats" message={error.message} onRetry={refetch} />
  }
  return (
    <div className="grid grid-cols-2 gap-2 md:gap-4 xl:grid-cols-4">
      <Card>
        <Stat label="Total users" value={data?.total} />
      </Card>
      <Card>
        <Stat label="New sign-ups" value={data?.newSignups} note="Last 7 days" />
      </Card>
      <Card>
        <Stat label="Active users" value={data?.active} />
      </Card>
      <Card>
        <Stat label="Pending orders" value={pending.data && countOf(pending.data)} />
      </Card>
    </div>
  )
}

/** A full page may have more after it. */
function countOf(page: readonly unknown[]): string {
  return page.length < PENDING_PAGE ? String(page.length) : `${PENDING_PAGE}+`
}

const PENDING_PAGE = 200
