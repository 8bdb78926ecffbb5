import type { Result } from '#pwa/data/mark-read.ts'

/** What the server sends; every part may be missing in a message of another version. */
interface PushPayload {
  readonly title?: string
  readonly body?: string
  readonly tag?: string
  readonly url?: string
  readonly acknowledges?: Result
  readonly badge?: number
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

const OPEN: PushAction = { action: 'open', title: 'Open' }
const READ: PushAction = { action: 'read', title: 'Mark as read' }

/**
 * What a push shows: always something, because a browser takes the permission away from a push that
 * shows nothing. A later one with the same tag replaces it without a sound. Nothing is decided from a
 * notification: approving needs the case in view and a proof of who acts.
 */
export function shownPush(text: string | undefined): ShownPush {
  const payload = payloadOf(text)
  const { title = 'News', body = 'Open the app to see it.', tag = 'news', badge } = payload
  const { url, acknowledges } = payload
  return {
    title,
    options: {
      body,
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      data: { url, acknowledges },
      tag,
      actions: acknowledges ? [OPEN, READ] : [OPEN],
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
