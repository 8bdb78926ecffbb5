import { DisabledNotice, useIsDisabled } from '#pwa/components/disabled-notice.tsx'
import { LiabilityNotice } from '#pwa/components/liability-proof/warning-notice.tsx'
import { InstallBanner } from '#pwa/features/install/install-banner.tsx'
import { VerifyAgainNotice } from '#pwa/features/kyc/verify-again-notice.tsx'
import { AlarmNotice } from '#pwa/features/signed-log/alarm-notice.tsx'
import { DeletedSubmissions } from './deleted-submissions.tsx'
import { NotificationToOpen } from './notification-to-open.tsx'
import { RefusedSubmissions } from './refused-submissions.tsx'
import { UnsentAtRisk } from './unsent-at-risk.tsx'

/** Notices that a user must not miss, above every page; loaded after the first paint. */
export function UserNotices() {
  const isDisabled = useIsDisabled()
  return (
    // Never out of the flow: browsers would no longer keep the page below in its place.
    <div className="mx-auto flex w-full max-w-(--page-width) flex-col gap-2 px-4 pt-3 has-[>:only-child:empty]:pt-0 md:px-6">
      <div role="status" className="flex flex-col gap-2 [&:empty:not(:only-child)]:-mb-2">
        <AlarmNotice />
        <LiabilityNotice />
        {isDisabled && <DisabledNotice />}
        <VerifyAgainNotice />
        <RefusedSubmissions />
        <DeletedSubmissions />
        <UnsentAtRisk />
        <NotificationToOpen />
      </div>
      <InstallBanner />
    </div>
  )
}
