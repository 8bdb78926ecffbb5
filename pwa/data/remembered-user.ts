import { type SessionView, showSession } from '#pwa/stores/session.ts'

/** The storage key of the signed-in user, who is shown at the next start. */
const REMEMBERED = 'userProfile'

/** Opens the app as the last user of this device, before anything else is loaded. */
export function showRememberedUser(): void {
  showSession(recallUser())
}

export function recallUser(): SessionView | undefined {
  try {
    const text = localStorage.getItem(REMEMBERED)
    const view = text ? (JSON.parse(text) as SessionView) : undefined
    return view?.userId ? view : undefined
  } catch {
    return undefined
  }
}

export function rememberUser(view: SessionView): void {
  localStorage.setItem(REMEMBERED, JSON.stringify(view))
}

export function forgetRememberedUser(): void {
  localStorage.removeItem(REMEMBERED)
}
