import { HomeDialogs } from '#pwa/components/home-dialogs.tsx'
import { StartTradingButton } from '#pwa/components/start-trading-button.tsx'
import { HomeActions, QuickActions } from '#pwa/features/home/actions.tsx'
import { greetingAt } from '#pwa/features/home/greeting.ts'
import { PricePanel } from '#pwa/features/home/price-panel.tsx'
import { StakingSection } from '#pwa/features/home/staking-section.tsx'
import { ValueCard } from '#pwa/features/home/value-card.tsx'
import { KycBanner } from '#pwa/features/kyc/kyc-banner.tsx'
import { MarketRates } from '#pwa/features/prices/market-lists.tsx'
import { useUnreadCount } from '#pwa/features/transactions/use-transactions.ts'
import { useHomeDialog } from '#pwa/hooks/use-home-dialog.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { rich } from '#pwa/ui/rich.ts'
import { operator } from '#shared/operator/company.ts'
import { t } from '#shared/text/t.ts'

export function HomePage() {
  const { user } = useSession()
  const { open } = useHomeDialog()
  const unread = useUnreadCount()
  const greeting = greetingAt(new Date().getHours())
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <h1 className="font-semibold text-xl text-fg md:text-2xl">
        {user?.displayName
          ? rich('{greeting}<name>, {user}</name>', {
              greeting,
              user: user.displayName,
              name: (inner) => <span className="text-fg-2">{inner}</span>,
            })
          : greeting}
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

/** What the product is for, one press away. */
function Hero() {
  return (
    <section
      aria-label={t('Start trading')}
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 md:flex-row md:items-center md:justify-between md:p-6"
    >
      <div className="flex flex-col gap-1">
        <h2 className="font-semibold text-base text-fg md:text-lg">{operator.tagline}</h2>
        <p className="text-fg-3 text-xs md:text-sm">
          {t('Long or short, from one to ten minutes, decided by recorded prices.')}
        </p>
      </div>
      <StartTradingButton />
    </section>
  )
}
