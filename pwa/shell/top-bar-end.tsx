import { PriceOriginBadge } from '#pwa/components/price-origin-badge.tsx'
import { OwnAvatar } from '#pwa/features/account/own-avatar.tsx'
import { NewsMenu } from './news-menu.tsx'

/** These components send requests, so they load after the first paint. */
export function TopBarEnd() {
  return (
    <>
      <PriceOriginBadge />
      <NewsMenu />
      <OwnAvatar />
    </>
  )
}
