import { HowToAddStaff } from '#pwa/reviews/approval-standing.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { StatCards } from '#pwa/ui/stat.tsx'
import { ErrorState } from '#pwa/ui/states.tsx'
import { formatLimit } from '#shared/format.ts'
import { SENDING_OVERDUE_HOURS } from '#shared/rules/withdrawals.ts'
import { t } from '#shared/text/t.ts'
import { useAdminStats } from './use-dashboard.ts'

export function StatsCards() {
  const { data, error, refetch } = useAdminStats()
  if (!data && error) {
    return (
      <ErrorState title={t('Failed to fetch stats')} message={error.message} onRetry={refetch} />
    )
  }
  const above = data?.secondPersonMissingAbove
  const overdue = data?.sendingOverdue ?? 0
  return (
    <>
      {overdue > 0 && (
        <Notice tone="danger">
          <strong className="block font-semibold text-fg">{t('Transfer not recorded')}</strong>
          {t(
            'Withdrawals marked as being sent for more than {hours} h: {count}. Find out whether the coins are on their way, and record it at the review desk.',
            { count: overdue, hours: SENDING_OVERDUE_HOURS },
          )}
        </Notice>
      )}
      {above && (
        <Notice tone="warn">
          <strong className="block font-semibold text-fg">
            {t('A second member of staff is missing')}
          </strong>
          {t(
            'You are the only member of staff. Anything worth more than {amount} USD, alone or in total, needs two approvals and waits until there is a second member.',
            { amount: formatLimit(above) },
          )}{' '}
          <HowToAddStaff />
        </Notice>
      )}
      <StatCards
        className="grid-cols-3"
        stats={[
          { label: t('Total users'), value: data?.total },
          { label: t('New sign-ups'), value: data?.newSignups, note: t('Last 7 days') },
          { label: t('Active users'), value: data?.active },
        ]}
      />
    </>
  )
}
