import { useEffect, useEffectEvent } from 'react'
import { serverNowMs } from '#pwa/data/server-clock.ts'
import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { linkFile } from '#shared/contract/files.ts'
import { DAY_MS, SECOND_MS } from '#shared/time.ts'
import { useServerNow } from './use-server-now.ts'

/** How often the end of a link is looked at, and how long before it the link is renewed. */
const LOOK_MS = 20 * SECOND_MS

/**
 * The link of a private file, which is signed for a few minutes: renewed before it ends, or only
 * once it is among those that `failed`, if that is given, because a loaded image needs its link no
 * more. Other addresses stay as they are.
 */
export function useSignedLink(
  url: string,
  renews?: { readonly failed: readonly string[] },
): string {
  const looked = useServerNow(renews?.failed.length === 0 ? DAY_MS : LOOK_MS)
  const { id, isPast } = signedFile(url)
  const isOver = (link: string) => (renews ? renews.failed.includes(link) : isPast(link))
  const asked = { params: { id: id ?? '' } }
  const { data, refetch } = useQueryFor(linkFile, asked, { isEnabled: false, isKept: false })
  const latest = isOver(url) && data ? data.url : url
  const isEnded = id !== undefined && isOver(latest)
  const renew = useEffectEvent(refetch)
  // biome-ignore lint/correctness/useExhaustiveDependencies: tried again at each look
  useEffect(() => {
    if (isEnded) renew()
  }, [isEnded, looked])
  return latest
}

const SIGNED = /^\/api\/files\/([\w-]+)\?expires=(\d+)/

function signedFile(url: string) {
  const endsMs = (link: string) => Number(SIGNED.exec(link)?.[2]) * SECOND_MS
  return {
    id: SIGNED.exec(url)?.[1],
    isPast: (link: string) => endsMs(link) < serverNowMs() + LOOK_MS,
  }
}
