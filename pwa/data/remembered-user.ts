import { type SessionView, showSession } from '#pwa/stores/session.ts'

/** What this device remembers of the signed-in user between runs. */
const REMEMBERED = 'userProfile'

/** Opens the app as the person last seen here, before anything else is loaded. */
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
