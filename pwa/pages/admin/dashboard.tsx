import { Link, useSearchParams } from 'react-router-dom'
import { OrderHistoryTable } from '#pwa/features/dashboard/order-history.tsx'
import { PendingOrders } from '#pwa/features/dashboard/pending-orders.tsx'
import { StatsCards } from '#pwa/features/dashboard/stats-cards.tsx'
import { usePendingOrders } from '#pwa/features/dashboard/use-dashboard.ts'
import { buttonClass } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Tabs } from '#pwa/ui/tabs.tsx'

const TABS = ['overview', 'pending-orders', 'order-history', 'users']

/** The tab stands in the address, so that a notification can open the orders that wait. */
export function AdminDashboardPage() {
  const [query, setQuery] = useSearchParams()
  const asked = query.get('tab') ?? ''
  const pending = usePendingOrders()
  return (
    <div className="flex flex-col gap-4">
      <h1 className="font-semibold text-xl text-fg md:text-2xl">Dashboard</h1>
      <Tabs
        label="Dashboard"
        value={TABS.includes(asked) ? asked : 'overview'}
        onValueChange={(tab) => setQuery({ tab }, { replace: true })}
        tabs={[
          { value: 'overview', label: 'Overview', content: <Overview /> },
          {
            value: 'pending-orders',
            label: 'Pending Orders',
            count: pending.data?.length,
            content: <PendingOrders />,
          },
          { value: 'order-history', label: 'Order History', content: <OrderHistoryTable /> },
          { value: 'users', label: 'Users', content: <UsersLink /> },
        ]}
      />
    </div>
  )
}

function Overview() {
  return (
    <div className="flex flex-col gap-4">
      <StatsCards />
      <h2 className="font-semibold text-base text-fg">Waiting for approval</h2>
      <PendingOrders />
    </div>
  )
}

function UsersLink() {
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="text-fg-2">Deposits and withdrawals are reviewed in user management.</p>
        <Link to="/admin/users" className={buttonClass({ variant: 'primary' })}>
          Open user management
        </Link>
      </div>
    </Card>
  )
}
