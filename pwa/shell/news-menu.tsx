import { Bell } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { type News, useNews } from '#pwa/features/results/use-results.ts'
import { useAppBadge } from '#pwa/hooks/use-app-badge.ts'
import { useWaitingCounts } from '#pwa/reviews/waiting/use-waiting-work.ts'
import { CountMark } from '#pwa/ui/count-mark.tsx'
import { unansweredOf } from '#shared/rules/support.ts'
import { allOf } from '#shared/text/listed.ts'
import { t, translated } from '#shared/text/t.ts'
import { NoticeLinks } from './notice-links.tsx'

/** New results behind a bell in the top bar. Its space is reserved, so that no page moves. */
export function NewsMenu() {
  const news = useNews()
  useAppBadge(useUnseenCount(news))
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when a link in it was followed
  useEffect(() => list.current?.hidePopover(), [pathname, search])
  const count = sumOf(news)
  const label =
    count > 0
      ? t('{count, plural, one {# new result} other {# new results}}', { count })
      : t('No new results')
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={label}
        className="grid size-11 shrink-0 place-items-center rounded-md text-fg-2 transition-colors hover:text-fg"
      >
        <span className="relative">
          <Bell aria-hidden="true" className="size-6" />
          <CountMark count={count} on="bg" />
        </span>
      </button>
      <span role="status" className="sr-only">
        {count > 0 && label}
      </span>
      <div ref={list} id={id} popover="auto" className="news-list">
        <NewsLinks news={news} />
      </div>
    </>
  )
}

function NewsLinks({ news }: { news: readonly News[] }) {
  if (news.length === 0) {
    return (
      <p className="p-4 text-fg-2 text-sm">
        {t('No new results. Decisions on your requests appear here.')}
      </p>
    )
  }
  const links = news.map(({ url, labels, count }) => ({
    to: url,
    text: t('{places}: {count, plural, one {# new result} other {# new results}}', {
      places: allOf(labels.map(translated)),
      count,
    }),
  }))
  return <NoticeLinks tone="info" icon={Bell} links={links} />
}

/** For the icon of the installed app: new results and, for staff, waiting requests and chats. */
function useUnseenCount(news: readonly News[]): number {
  const { requests, chats } = useWaitingCounts()
  const waiting = sumOf([...news, ...Object.values(requests ?? {})])
  return waiting + (chats ? unansweredOf(chats) : 0)
}

function sumOf(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}
