import { Bell } from 'lucide-react'
import { DisabledNotice, useIsDisabled } from '#pwa/components/disabled-notice.tsx'
import { LiabilityNotice } from '#pwa/components/liability-proof/warning-notice.tsx'
import { InstallBanner } from '#pwa/features/install/install-banner.tsx'
import { VerifyAgainNotice } from '#pwa/features/kyc/verify-again-notice.tsx'
import { type News, useNews } from '#pwa/features/results/use-results.ts'
import { AlarmNotice } from '#pwa/features/signed-log/alarm-notice.tsx'
import { useAppBadge } from '#pwa/hooks/use-app-badge.ts'
import { useWaitingCounts } from '#pwa/reviews/waiting/use-waiting-work.ts'
import { allOf } from '#shared/text/listed.ts'
import { t, translated } from '#shared/text/t.ts'
import { DeletedSubmissions } from './deleted-submissions.tsx'
import { NoticeLinks } from './notice-links.tsx'
import { RefusedSubmissions } from './refused-submissions.tsx'
import { UnsentAtRisk } from './unsent-at-risk.tsx'
import { useNotificationLinks } from './use-notification-links.ts'

/** What a user must not miss, above every page; loaded after the first paint. */
export function UserNotices() {
  const isDisabled = useIsDisabled()
  useNotificationLinks()
  const news = useNews()
  useAppBadge(useUnseenCount(news))
  return (
    <div className="mx-auto flex w-full max-w-(--page-width) flex-col gap-2 px-4 pt-3 has-[>:only-child:empty]:sr-only md:px-6">
      <div role="status" className="flex flex-col gap-2 empty:sr-only">
        <AlarmNotice />
        <LiabilityNotice />
        {isDisabled && <DisabledNotice />}
        <VerifyAgainNotice />
        <RefusedSubmissions />
        <DeletedSubmissions />
        <UnsentAtRisk />
        <NewResults news={news} />
      </div>
      <InstallBanner />
    </div>
  )
}

/** For the icon of the installed app: new results and, for staff, what waits. */
function useUnseenCount(news: readonly News[]): number {
  const { requests } = useWaitingCounts()
  return [...news, ...Object.values(requests ?? {})].reduce((sum, { count }) => sum + count, 0)
}

function NewResults({ news }: { news: readonly News[] }) {
  const links = news.map(({ url, labels, count }) => ({
    to: url,
    text: t('{places}: {count, plural, one {# new result} other {# new results}}', {
      places: allOf(labels.map(translated)),
      count,
    }),
  }))
  return <NoticeLinks tone="info" icon={Bell} links={links} />
}
