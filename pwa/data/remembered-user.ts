import { type SessionView, showSession } from '#pwa/stores/session.ts'

/** The storage key of the signed-in user, who is shown at the next start. */
export const REMEMBERED = 'userProfile'

/** Set from the beginning of a log-out until the server has confirmed it. */
export const LOG_OUT_PENDING = 'logoutPending'

/** Opens the app as the last user of this device, before anything else is loaded. */
export function showRememberedUser(): void {
  showSession(recallUser())
}

/** The last user, unless they have begun to log out. */
export function recallUser(): SessionView | undefined {
  try {
    const text = !localStorage.getItem(LOG_OUT_PENDING) && localStorage.getItem(REMEMBERED)
    const view = text ? (JSON.parse(text) as SessionView) : undefined
    return view?.userId ? view : undefined
  } catch {
    return undefined
  }
}
