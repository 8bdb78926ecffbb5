import { PublicPage } from '#pwa/components/public-page.tsx'
import { ReserveAssets } from '#pwa/features/reserves/reserve-assets.tsx'
import { ReserveCard } from '#pwa/features/reserves/reserve-card.tsx'
import { useReserves } from '#pwa/features/reserves/use-reserves.ts'
import { Card } from '#pwa/ui/card.tsx'
import { Loaded } from '#pwa/ui/loaded.tsx'
import { t } from '#shared/text/t.ts'

/** What the operator holds for its users, beside what it owes them; anyone may read it. */
export function ReservesPage() {
  const found = useReserves()
  return (
    <PublicPage className="max-w-4xl">
      <header className="flex flex-col gap-3">
        <h1 className="font-semibold text-2xl text-fg">{t('Proof of reserves')}</h1>
        <p className="text-base text-fg-2">
          {t(
            'What we hold for our users, compared with what we owe them. Each address has a signature by its key. A balance was entered by our staff and can be checked with any explorer.',
          )}
        </p>
      </header>
      <Loaded query={found} failed={t('Failed to load the reserves')}>
        {(reserves) => (
          <>
            <Card title={t('Reserves and liabilities')} flush>
              <ReserveAssets reserves={reserves} />
            </Card>
            {reserves.addresses.map((reserve) => (
              <ReserveCard key={reserve.id} reserve={reserve} />
            ))}
          </>
        )}
      </Loaded>
    </PublicPage>
  )
}
