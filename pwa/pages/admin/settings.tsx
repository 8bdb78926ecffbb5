import { Plus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { IfMay } from '#pwa/components/if-may.tsx'
import { AddAddressDialog } from '#pwa/features/deposit-addresses/add-address-dialog.tsx'
import { AddressCard, ProposedAddressCard } from '#pwa/features/deposit-addresses/address-card.tsx'
import { useManagedAddresses } from '#pwa/features/deposit-addresses/use-deposit-addresses.ts'
import { UserManagementDialog } from '#pwa/features/user-management/user-management-dialog.tsx'
import { ShownContext } from '#pwa/hooks/shown-context.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#pwa/ui/states.tsx'
import { t } from '#shared/text/t.ts'

export function AdminSettingsPage() {
  const addresses = useManagedAddresses()
  const [adds, setAdds] = useState(false)
  const [managesUsers, setManagesUsers] = useState(false)
  const entries = addresses.data?.addresses
  return (
    <div className="flex flex-col gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-semibold text-xl text-fg md:text-2xl">{t('Admin Panel')}</h1>
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => setManagesUsers(true)}>
            {t('Manage Users')}
          </Button>
          <Button size="small" icon={<RefreshCw className="size-4" />} onClick={addresses.refetch}>
            <span className="max-md:sr-only">{t('Refresh')}</span>
          </Button>
          <IfMay permission="addresses.manage">
            <Button
              size="small"
              variant="primary"
              icon={<Plus className="size-4" />}
              disabled={!entries}
              onClick={() => setAdds(true)}
            >
              {t('Add address')}
            </Button>
          </IfMay>
        </div>
      </header>
      <h2 className="font-semibold text-base text-fg">{t('Deposit addresses')}</h2>
      {!entries && addresses.error && (
        <ErrorState
          title={t('Failed to load data')}
          message={addresses.error.message}
          onRetry={addresses.refetch}
        />
      )}
      {entries?.length === 0 && (
        <Card>
          <EmptyState
            title={t('No deposit addresses found. Please add some addresses in the database.')}
          >
            {t('Use “Add address” above: users can deposit a coin once it has one.')}
          </EmptyState>
        </Card>
      )}
      <div className="grid gap-4 md:grid-cols-2">
        {addresses.isLoading &&
          ['BTC', 'ETH'].map((symbol) => <Skeleton key={symbol} className="h-56 w-full" />)}
        {entries?.map((entry) =>
          entry.version > 0 ? (
            <AddressCard key={entry.id} entry={entry} onChanged={addresses.refetch} />
          ) : (
            <ProposedAddressCard key={entry.id} entry={entry} />
          ),
        )}
      </div>
      {managesUsers && <UserManagementDialog onClose={() => setManagesUsers(false)} />}
      {entries && (
        <ShownContext value={adds}>
          <AddAddressDialog
            open={adds}
            onClose={() => setAdds(false)}
            existing={entries}
            onAdded={addresses.refetch}
          />
        </ShownContext>
      )}
    </div>
  )
}
