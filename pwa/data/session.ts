import { type SessionView, showSession, useSessionStore } from '#pwa/stores/session.ts'
import {
  type AuthSession,
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
  renewGrant,
  shareGrants,
  validGrant,
} from './access-token.ts'
import { call } from './api-client.ts'
import type { CallInput } from './api-request.ts'
import { watchUse } from './last-use.ts'
import { loadDeviceKey } from './load-device-key.ts'
import {
  forgetRememberedUser,
  recallUser,
  rememberUser,
  showRememberedUser,
} from './remembered-user.ts'
import { withTabLock } from './tabs.ts'
import { isUnbound } from './unbound.ts'

/** Set until the server has confirmed a log-out. */
const LOG_OUT_PENDING = 'logoutPending'

/** Opens the app as the last user, and asks the server whether their session is still valid. */
export function startSession(): () => void {
  showRememberedUser()
  const stops = [
    watchUse(),
    shareGrants(),
    onGrant((grant) => (grant ? enter(grant.user) : leave())),
  ]
  // A screen may have refreshed the session already.
  const grant = currentGrant()
  if (grant) enter(grant.user)
  const tick = setInterval(() => void refreshSoonEnding().catch(() => undefined), REFRESH_TICK_MS)
  globalThis.addEventListener('online', finishLogOut)
  finishLogOut()
  // Offline this fails, and the remembered user stays signed in.
  if (recallUser()) void validGrant().catch(() => undefined)
  return () => {
    for (const stop of stops) stop()
    clearInterval(tick)
    globalThis.removeEventListener('online', finishLogOut)
  }
}

export async function logIn(body: CallInput<typeof logInRoute>['body']): Promise<void> {
  beginSession(await call(logInRoute, { body }))
}

/** After a log-in by any means. */
export function beginSession(session: AuthSession): void {
  localStorage.removeItem(LOG_OUT_PENDING)
  holdGrant(session)
  void import('./choose-language.ts')
    .then(({ followAccount }) => followAccount(session.user.language))
    .catch(() => undefined)
}

export type LogOutResult =
  | { readonly left: true }
  /** The number of unsent submissions: ask the user before they are deleted. */
  | { readonly left: false; readonly unsent: number }

/**
 * Ends the session and clears the user's data from this device.
 *
 * With unsent submissions it does nothing until the user has agreed to discard them: without the key
 * that is destroyed here no one could read them.
 */
export async function logOut(unsent?: 'discard'): Promise<LogOutResult> {
  // A browser that stores nothing has nothing to forget.
  const userId = isUnbound() ? undefined : useSessionStore.getState().user?.userId
  const { forgetUser } = await import('./local-data.ts')
  const { countUnsent } = await import('./outbox/queue.ts')
  const count = userId && !unsent ? await countUnsent(userId) : 0
  if (count > 0) return { left: false, unsent: count }
  const { unsubscribeDevice } = await import('./push.ts')
  await unsubscribeDevice()
  localStorage.setItem(LOG_OUT_PENDING, '1')
  if (userId) await forgetUser(userId)
  // No other tab refreshes in between: it would sign with another key.
  await withTabLock('session', async () => {
    await endOnServer()
    await forgetDeviceKey()
  })
  dropGrant()
  return { left: true }
}

/** Takes on what has changed of the user, such as a new password of their own. */
export async function askAgain(): Promise<void> {
  await renewGrant()
}

/** After the account was deleted, which has ended the session. */
export async function forgetAccount(): Promise<void> {
  const userId = useSessionStore.getState().user?.userId
  const { forgetUser } = await import('./local-data.ts')
  if (userId) await forgetUser(userId)
  await forgetDeviceKey()
  dropGrant()
}

async function forgetDeviceKey(): Promise<void> {
  // Without IndexedDB (a private window) there is none.
  await loadDeviceKey()
    .then(({ destroyDeviceKey }) => destroyDeviceKey())
    .catch(() => undefined)
}

function enter(user: SessionUser): void {
  const view: SessionView = {
    userId: user.id,
    role: user.role,
    displayName: user.full_name,
    displayId: user.display_id,
    ...(user.must_change_password ? { mustChangePassword: true } : {}),
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

// Only the server can end the session: an offline log-out is completed later.
async function endOnServer(): Promise<void> {
  await call(logOutRoute, { body: {} }).then(
    () => localStorage.removeItem(LOG_OUT_PENDING),
    () => undefined,
  )
}
