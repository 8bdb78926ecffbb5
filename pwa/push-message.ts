import type { Result } from '#pwa/data/mark-read.ts'
import { t } from '#shared/text/t.ts'

/** What the server sends; every part may be missing in a message of another version. */
interface PushPayload {
  readonly title?: string
  readonly body?: string
  readonly tag?: string
  readonly url?: string
  readonly acknowledges?: Result
  readonly badge?: number
  /** In the language of the recipient. */
  readonly actions?: { readonly open?: string; readonly read?: string }
}

export interface ShownPush {
  readonly title: string
  readonly options: NotificationOptions & { readonly actions: readonly PushAction[] }
  readonly badge: number | undefined
}

interface PushAction {
  readonly action: 'open' | 'read'
  readonly title: string
}

/**
 * What a push shows: always something, because browsers revoke the permission of a site whose pushes
 * show nothing. A later one with the same tag replaces it without a sound. Nothing is decided from a
 * notification: approving needs the case in view and a proof of who acts.
 */
export function shownPush(text: string | undefined): ShownPush {
  const payload = payloadOf(text)
  const { title = t('News'), body = t('Open the app to see it.'), tag = 'news', badge } = payload
  const { url, acknowledges, actions } = payload
  const open: PushAction = { action: 'open', title: actions?.open ?? t('Open') }
  const read: PushAction = { action: 'read', title: actions?.read ?? t('Mark as read') }
  return {
    title,
    options: {
      body,
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      data: { url, acknowledges },
      tag,
      actions: acknowledges ? [open, read] : [open],
    },
    badge: Number.isSafeInteger(badge) && Number(badge) >= 0 ? badge : undefined,
  }
}

/** What a press on a notification, or on one of its actions, does. */
export type Press = { readonly open: string } | { readonly read: Result }

export function pressOf(action: string, data: unknown, origin: string): Press {
  const { url, acknowledges } = (data as PushPayload | null) ?? {}
  if (action === 'read' && acknowledges) return { read: acknowledges }
  return { open: pathOf(url, origin) }
}

/** Always a path of this app, even if the payload says otherwise. */
function pathOf(address: string | undefined, origin: string): string {
  const url = new URL(address ?? '/', origin)
  return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : '/'
}

function payloadOf(text: string | undefined): PushPayload {
  try {
    return (JSON.parse(text ?? '') as PushPayload | null) ?? {}
  } catch {
    return {}
  }
}
