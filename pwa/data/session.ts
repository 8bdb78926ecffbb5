import { type SessionView, showSession, useSessionStore } from '#pwa/stores/session.ts'
import {
  logIn as logInRoute,
  logOut as logOutRoute,
  type SessionUser,
} from '#shared/contract/auth.ts'
import {
  currentGrant,
  dropGrant,
  holdGrant,
  onGrant,
  REFRESH_TICK_MS,
  refreshSoonEnding,
  shareGrants,
  validGrant,
} from './access-token.ts'
import { call } from './api-client.ts'
import type { CallInput } from './api-request.ts'
import {
  forgetRememberedUser,
  recallUser,
  rememberUser,
  showRememberedUser,
} from './remembered-user.ts'

/** Set by a log-out that did not reach the server. */
const LOG_OUT_PENDING = 'logoutPending'

/** Opens the app as the person last seen, and asks the server whether that still holds. */
export function startSession(): () => void {
  showRememberedUser()
  const stops = [shareGrants(), onGrant((grant) => (grant ? enter(grant.user) : leave()))]
  // A screen that asked the server may have been faster.
  const grant = currentGrant()
  if (grant) enter(grant.user)
  const tick = setInterval(() => void refreshSoonEnding().catch(() => undefined), REFRESH_TICK_MS)
  globalThis.addEventListener('online', finishLogOut)
  finishLogOut()
  // Offline this fails, and the person stays signed in on what is remembered.
  if (recallUser()) void validGrant().catch(() => undefined)
  return () => {
    for (const stop of stops) stop()
    clearInterval(tick)
    globalThis.removeEventListener('online', finishLogOut)
  }
}

export async function logIn(body: CallInput<typeof logInRoute>['body']): Promise<void> {
  const session = await call(logInRoute, { body })
  localStorage.removeItem(LOG_OUT_PENDING)
  holdGrant(session)
}

export type LogOutResult =
  | { readonly left: true }
  /** So many submissions would be lost or left behind: ask the person. */
  | { readonly left: false; readonly unsent: number }

/**
 * Ends the session and clears what this device knows of the person.
 *
 * Unsent submissions must be spoken about first: "discard" deletes them, "keep" leaves them here
 * until the same person signs in again.
 */
export async function logOut(unsent?: 'discard' | 'keep'): Promise<LogOutResult> {
  const userId = useSessionStore.getState().user?.userId
  const { countUnsentOf, forgetUser } = await import('./local-data.ts')
  const count = userId && !unsent ? await countUnsentOf(userId) : 0
  if (count > 0) return { left: false, unsent: count }
  const { unsubscribeDevice } = await import('./push.ts')
  await unsubscribeDevice()
  localStorage.setItem(LOG_OUT_PENDING, '1')
  if (userId) await forgetUser(userId, unsent !== 'keep')
  await endOnServer()
  dropGrant()
  return { left: true }
}

/** For a session that ended with the account. */
export async function forgetAccount(): Promise<void> {
  const userId = useSessionStore.getState().user?.userId
  const { forgetUser } = await import('./local-data.ts')
  if (userId) await forgetUser(userId, true)
  dropGrant()
}

function enter(user: SessionUser): void {
  const view: SessionView = {
    userId: user.id,
    role: user.role,
    displayName: user.full_name,
    displayId: user.display_id,
  }
  rememberUser(view)
  showSession(view)
}

function leave(): void {
  forgetRememberedUser()
  showSession(undefined)
}

function finishLogOut(): void {
  if (localStorage.getItem(LOG_OUT_PENDING) && !recallUser()) void endOnServer()
}

// The cookie can only be ended by the server: offline it is remembered and done later.
async function endOnServer(): Promise<void> {
  await call(logOutRoute, { body: {} }).then(
    () => localStorage.removeItem(LOG_OUT_PENDING),
    () => undefined,
  )
}
