import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { OrderHistoryTable } from '#pwa/features/dashboard/order-history.tsx'
import { StatsCards } from '#pwa/features/dashboard/stats-cards.tsx'
import { PendingOrders } from '#pwa/features/spot-orders/pending-orders.tsx'
import { lazyView } from '#pwa/loading/lazy-view.tsx'
import { useWaitingCounts } from '#pwa/reviews/waiting/use-waiting-work.ts'
import { WaitingCards, WaitingCardsLoading } from '#pwa/reviews/waiting/waiting-cards.tsx'
import { buttonClass } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { Tabs } from '#pwa/ui/tabs.tsx'
import { ANALYTICS_PERIODS } from '#shared/rules/analytics.ts'
import { t } from '#shared/text/t.ts'

// The code of the charts loads when they are first shown.
const Analytics = lazyView(
  async () => (await import('#pwa/features/analytics/analytics.tsx')).Analytics,
).View

const TABS = ['overview', 'pending-orders', 'order-history', 'users', 'analytics']

/** The address contains the tab, so that a notification can link to the waiting orders. */
export function AdminDashboardPage() {
  const [query, setQuery] = useSearchParams()
  const asked = query.get('tab') ?? ''
  const { requests } = useWaitingCounts()
  return (
    <div className="flex flex-col gap-4">
      <h1 className="font-semibold text-xl text-fg md:text-2xl">{t('Dashboard')}</h1>
      <Tabs
        label={t('Dashboard')}
        value={TABS.includes(asked) ? asked : 'overview'}
        onValueChange={(tab) => setQuery({ tab }, { replace: true })}
        tabs={[
          { value: 'overview', label: t('Overview'), content: <Overview /> },
          {
            value: 'pending-orders',
            label: t('Pending Orders'),
            count: requests?.['spot-order']?.count,
            content: <PendingOrders />,
          },
          { value: 'order-history', label: t('Order History'), content: <OrderHistoryTable /> },
          { value: 'users', label: t('Users'), content: <UsersLink /> },
          { value: 'analytics', label: t('Analytics'), content: <AnalyticsTab /> },
        ]}
      />
    </div>
  )
}

function Overview() {
  return (
    <div className="flex flex-col gap-4">
      <Suspense fallback={<WaitingCardsLoading />}>
        <WaitingCards />
      </Suspense>
      <StatsCards />
      <h2 className="font-semibold text-base text-fg">{t('Waiting for approval')}</h2>
      <PendingOrders />
    </div>
  )
}

/** The address contains the period too. */
function AnalyticsTab() {
  const [query, setQuery] = useSearchParams()
  const period = ANALYTICS_PERIODS.find((each) => each === query.get('period')) ?? '30d'
  return (
    <Suspense fallback={<Skeleton className="h-96 w-full" />}>
      <Analytics
        period={period}
        onPeriod={(next) => setQuery({ tab: 'analytics', period: next }, { replace: true })}
      />
    </Suspense>
  )
}

function UsersLink() {
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="text-fg-2">
          {t('Deposits and withdrawals are reviewed in user management.')}
        </p>
        <Link to="/admin/users" className={buttonClass({ variant: 'primary' })}>
          {t('Open user management')}
        </Link>
      </div>
    </Card>
  )
}
