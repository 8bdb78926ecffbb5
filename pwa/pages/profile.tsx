import { BadgeCheck, KeyRound, ScrollText } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { AccountHeader } from '#pwa/features/account/account-header.tsx'
import { LogOutButton } from '#pwa/features/account/log-out-button.tsx'
import { NotificationsCard } from '#pwa/features/account/notifications-card.tsx'
import { PasswordDialog } from '#pwa/features/account/password-dialog.tsx'
import { QuickActions } from '#pwa/features/account/quick-actions.tsx'
import { SecondFactorCard } from '#pwa/features/account/second-factor-card.tsx'
import { SessionsCard } from '#pwa/features/account/sessions-card.tsx'
import { useHomeDialog } from '#pwa/features/home/use-home-dialog.ts'
import { KycBanner } from '#pwa/features/kyc/kyc-banner.tsx'
import { ThemeControl } from '#pwa/features/shell/theme-control.tsx'
import { Button, buttonClass } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'

// Its code comes when it is first opened.
const VerificationDialog = lazy(async () => ({
  default: (await import('#pwa/features/kyc/verification-dialog.tsx')).VerificationDialog,
}))

export function ProfilePage() {
  const { dialog, open, close } = useHomeDialog()
  const [changesPassword, setChangesPassword] = useState(false)
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-4">
      <h1 className="font-semibold text-xl text-fg md:text-2xl">My Account</h1>
      <AccountHeader />
      <KycBanner
        when={['not_submitted', 'pending', 'rejected']}
        onOpen={() => open('verification')}
      />
      <QuickActions />
      <Card title="Verification status">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="text-fg-2 text-sm">Who you are, checked by our staff.</p>
          <Button icon={<BadgeCheck className="size-4" />} onClick={() => open('verification')}>
            Show verification
          </Button>
        </div>
      </Card>
      <Card title="Activity">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="text-fg-2 text-sm">
            Every movement with its reason, balances on any date, and statements.
          </p>
          <Link to="/activity" className={buttonClass()}>
            <ScrollText aria-hidden="true" className="size-4" />
            Show activity
          </Link>
        </div>
      </Card>
      <NotificationsCard />
      <Card title="Appearance">
        <ThemeControl />
      </Card>
      <Card title="Password">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="text-fg-2 text-sm">Changing it signs out every other device.</p>
          <Button icon={<KeyRound className="size-4" />} onClick={() => setChangesPassword(true)}>
            Update the password
          </Button>
        </div>
      </Card>
      <SecondFactorCard />
      <SessionsCard />
      <LogOutButton />
      <Suspense>
        {dialog === 'verification' && <VerificationDialog open onOpenChange={close} />}
      </Suspense>
      <PasswordDialog open={changesPassword} onOpenChange={setChangesPassword} />
    </div>
  )
}
