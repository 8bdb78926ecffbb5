import { HowToAddStaff } from '#pwa/reviews/approval-standing.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { StatCards } from '#pwa/ui/stat.tsx'
import { ErrorState } from '#pwa/ui/states.tsx'
import { formatLimit } from '#shared/format.ts'
import { useAdminStats } from './use-dashboard.ts'

export function StatsCards() {
  const { data, error, refetch } = useAdminStats()
  if (!data && error) {
    return <ErrorState title="Failed to fetch stats" message={error.message} onRetry={refetch} />
  }
  const above = data?.secondPersonMissingAbove
  return (
    <>
      {above && (
        <Notice tone="warn">
          <strong className="block font-semibold text-fg">
            A second member of staff is missing
          </strong>
          You are the only one. What is worth more than {formatLimit(above)} USD, or adds up to
          more, needs two approvals and waits until there is another. <HowToAddStaff />
        </Notice>
      )}
      <StatCards
        className="grid-cols-3"
        stats={[
          { label: 'Total users', value: data?.total },
          { label: 'New sign-ups', value: data?.newSignups, note: 'Last 7 days' },
          { label: 'Active users', value: data?.active },
        ]}
      />
    </>
  )
}
