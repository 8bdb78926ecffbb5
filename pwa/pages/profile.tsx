import { HomeDialogs } from '#pwa/components/home-dialogs.tsx'
import { LanguageSwitch } from '#pwa/components/language-switch.tsx'
import { HideBalancesSwitch } from '#pwa/components/own-amounts.tsx'
import { AccountHeader } from '#pwa/features/account/account-header.tsx'
import { AccountMenu } from '#pwa/features/account/account-menu.tsx'
import { NotificationsCard } from '#pwa/features/account/notifications-card.tsx'
import { PasskeysCard } from '#pwa/features/account/passkeys-card.tsx'
import { QuickActions } from '#pwa/features/account/quick-actions.tsx'
import { SecondFactorCard } from '#pwa/features/account/second-factor-card.tsx'
import { SessionsCard } from '#pwa/features/account/sessions-card.tsx'
import { KycBanner } from '#pwa/features/kyc/kyc-banner.tsx'
import { AllowlistCard } from '#pwa/features/withdrawals/allowlist-switch.tsx'
import { useHomeDialog } from '#pwa/hooks/use-home-dialog.ts'
import { MarketColoursControl } from '#pwa/shell/market-colours-control.tsx'
import { ThemeControl } from '#pwa/shell/theme-control.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { t } from '#shared/text/t.ts'

export function ProfilePage() {
  const { open } = useHomeDialog()
  return (
    <div className="flex flex-col gap-4">
      <h1 className="font-semibold text-xl text-fg md:text-2xl">{t('My Account')}</h1>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <AccountHeader />
          <KycBanner
            when={['not_submitted', 'pending', 'rejected']}
            onOpen={() => open('verification')}
          />
          <QuickActions />
          <AccountMenu />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <SecondFactorCard />
          <PasskeysCard />
          <SessionsCard />
          <AllowlistCard />
          <Card title={t('Appearance')}>
            <div className="flex flex-col gap-4">
              <ThemeControl />
              <LanguageSwitch />
              <MarketColoursControl />
              <HideBalancesSwitch />
            </div>
          </Card>
          <NotificationsCard />
        </div>
      </div>
      <HomeDialogs />
    </div>
  )
}
