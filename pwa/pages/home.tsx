import { lazy, Suspense } from 'react'
import { DepositDialog } from '#pwa/features/deposits/deposit-dialog.tsx'
import { greetingAt } from '#pwa/features/home/greeting.ts'
import { Hero } from '#pwa/features/home/hero.tsx'
import { HomeActions } from '#pwa/features/home/home-actions.tsx'
import { PricePanel } from '#pwa/features/home/price-panel.tsx'
import { QuickActions } from '#pwa/features/home/quick-actions.tsx'
import { StakingSection } from '#pwa/features/home/staking-section.tsx'
import { ValueCard } from '#pwa/features/home/value-card.tsx'
import { KycBanner } from '#pwa/features/kyc/kyc-banner.tsx'
import { PortfolioDialog } from '#pwa/features/portfolio/portfolio-dialog.tsx'
import { MarketRates } from '#pwa/features/prices/market-rates.tsx'
import { StakingDialog } from '#pwa/features/staking/staking-dialog.tsx'
import { TransactionHistoryDialog } from '#pwa/features/transactions/transaction-history-dialog.tsx'
import { useUnreadCount } from '#pwa/features/transactions/use-transactions.ts'
import { WithdrawDialog } from '#pwa/features/withdrawals/withdraw-dialog.tsx'
import { type HomeDialog, useHomeDialog } from '#pwa/hooks/use-home-dialog.ts'
import { useSession } from '#pwa/hooks/use-session.ts'

// Their code comes when one of them is first opened.
const ConvertDialog = lazy(async () => ({
  default: (await import('#pwa/features/conversions/convert-dialog.tsx')).ConvertDialog,
}))
const LoanApplicationDialog = lazy(async () => ({
  default: (await import('#pwa/features/loans/loan-application-dialog.tsx')).LoanApplicationDialog,
}))
const LoanHistoryDialog = lazy(async () => ({
  default: (await import('#pwa/features/loans/loan-history-dialog.tsx')).LoanHistoryDialog,
}))
const VerificationDialog = lazy(async () => ({
  default: (await import('#pwa/features/kyc/verification-dialog.tsx')).VerificationDialog,
}))

export function HomePage() {
  const { user } = useSession()
  const { dialog, open, close } = useHomeDialog()
  const unread = useUnreadCount()
  const props = (name: HomeDialog) => ({
    open: dialog === name,
    onOpenChange: (isOpen: boolean) => (isOpen ? open(name) : close()),
  })
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <h1 className="font-semibold text-xl text-fg md:text-2xl">
        {greetingAt(new Date().getHours())}
        {user?.displayName && <span className="text-fg-2">, {user.displayName}</span>}
      </h1>
      <KycBanner when={['rejected']} onOpen={() => open('verification')} />
      <ValueCard>
        <HomeActions onOpen={open} />
      </ValueCard>
      <Hero />
      <PricePanel />
      <StakingSection onOpen={() => open('staking')} />
      <QuickActions unread={unread} onOpen={open} />
      <MarketRates />
      <DepositDialog {...props('deposit')} />
      <WithdrawDialog {...props('withdraw')} />
      <PortfolioDialog {...props('portfolio')} />
      <StakingDialog {...props('staking')} />
      <TransactionHistoryDialog {...props('transaction-history')} />
      <Suspense>
        {dialog === 'convert' && <ConvertDialog {...props('convert')} />}
        {dialog === 'verification' && <VerificationDialog {...props('verification')} />}
        {dialog === 'loan-application' && <LoanApplicationDialog {...props('loan-application')} />}
        {dialog === 'loan-history' && (
          <LoanHistoryDialog {...props('loan-history')} onApply={() => open('loan-application')} />
        )}
      </Suspense>
    </div>
  )
}
