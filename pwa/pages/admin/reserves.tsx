import { useState } from 'react'
import { AddReserveDialog } from '#pwa/features/reserves/add-reserve-dialog.tsx'
import { ReserveAssets } from '#pwa/features/reserves/reserve-assets.tsx'
import { ReserveBalanceDialog } from '#pwa/features/reserves/reserve-balance-dialog.tsx'
import { ReserveCard } from '#pwa/features/reserves/reserve-card.tsx'
import { useChangeReserves, useReserves } from '#pwa/features/reserves/use-reserves.ts'
import { ShownContext } from '#pwa/hooks/shown-context.ts'
import { showFailure } from '#pwa/stores/toasts.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Loaded } from '#pwa/ui/loaded.tsx'
import type { ReserveAddress } from '#shared/contract/reserves.ts'
import { t } from '#shared/text/t.ts'

type Asked = { readonly of: 'balance' | 'remove'; readonly reserve: ReserveAddress }

/** The addresses that the operator shows as its reserves. */
export function AdminReservesPage() {
  const found = useReserves()
  const [adds, setAdds] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const { remove, isRemoving } = useChangeReserves()
  async function removeAsked(id: string) {
    const result = await remove({ params: { id } })
    if (result.state === 'refused') showFailure(result.failure)
    setAsked(undefined)
    found.refetch()
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-semibold text-xl text-fg md:text-2xl">{t('Reserves')}</h1>
        <Button variant="primary" onClick={() => setAdds(true)}>
          {t('Add address')}
        </Button>
      </div>
      <Loaded query={found} failed={t('Failed to load the reserves')}>
        {(reserves) => (
          <>
            <Card title={t('Reserves and liabilities')} flush>
              <ReserveAssets reserves={reserves} />
            </Card>
            <div className="grid items-start gap-4 lg:grid-cols-2">
              {reserves.addresses.map((reserve) => (
                <ReserveCard
                  key={reserve.id}
                  reserve={reserve}
                  actions={
                    <div className="flex flex-wrap gap-2">
                      <Button size="small" onClick={() => setAsked({ of: 'balance', reserve })}>
                        {t('Enter balance')}
                      </Button>
                      <Button size="small" onClick={() => setAsked({ of: 'remove', reserve })}>
                        {t('Remove')}
                      </Button>
                    </div>
                  }
                />
              ))}
            </div>
          </>
        )}
      </Loaded>
      <ShownContext value={adds}>
        <AddReserveDialog open={adds} onClose={() => setAdds(false)} onAdded={found.refetch} />
      </ShownContext>
      {asked?.of === 'balance' && (
        <ReserveBalanceDialog
          reserve={asked.reserve}
          onClose={() => setAsked(undefined)}
          onSaved={found.refetch}
        />
      )}
      <ConfirmDialog
        open={asked?.of === 'remove'}
        onClose={() => setAsked(undefined)}
        title={t('Remove this address?')}
        confirmLabel={t('Remove')}
        tone="danger"
        busy={isRemoving}
        onConfirm={() => void (asked && removeAsked(asked.reserve.id))}
      >
        <p className="mb-2 wrap-anywhere font-mono text-fg text-sm">{asked?.reserve.address}</p>
        <p>{t('It is no longer shown as a reserve. The audit keeps its history.')}</p>
      </ConfirmDialog>
    </div>
  )
}
