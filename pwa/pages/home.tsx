import { HomeDialogs } from '#pwa/components/home-dialogs.tsx'
import { greetingAt } from '#pwa/features/home/greeting.ts'
import { Hero } from '#pwa/features/home/hero.tsx'
import { HomeActions } from '#pwa/features/home/home-actions.tsx'
import { PricePanel } from '#pwa/features/home/price-panel.tsx'
import { QuickActions } from '#pwa/features/home/quick-actions.tsx'
import { StakingSection } from '#pwa/features/home/staking-section.tsx'
import { ValueCard } from '#pwa/features/home/value-card.tsx'
import { KycBanner } from '#pwa/features/kyc/kyc-banner.tsx'
import { MarketRates } from '#pwa/features/prices/market-rates.tsx'
import { useUnreadCount } from '#pwa/features/transactions/use-transactions.ts'
import { useHomeDialog } from '#pwa/hooks/use-home-dialog.ts'
import { useSession } from '#pwa/hooks/use-session.ts'

export function HomePage() {
  const { user } = useSession()
  const { open } = useHomeDialog()
  const unread = useUnreadCount()
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <h1 className="font-semibold text-xl text-fg md:text-2xl">
        {greetingAt(new Date().getHours())}
        {user?.displayName && <span className="text-fg-2">, {user.displayName}</span>}
      </h1>
      <KycBanner when={['rejected']} onOpen={() => open('verification')} />
      <ValueCard>
        <HomeActions />
      </ValueCard>
      <Hero />
      <PricePanel />
      <StakingSection onOpen={() => open('staking')} />
      <QuickActions unread={unread} />
      <MarketRates />
      <HomeDialogs />
    </div>
  )
}
