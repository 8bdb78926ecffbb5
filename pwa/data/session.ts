import { within } from '#pwa/loading/time-limit.ts'
import { type SessionView, showSession, useSessionStore } from '#pwa/stores/session.ts'
import { type AuthSession, logIn as logInRoute, type SessionUser } from '#shared/contract/auth.ts'
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
import {
  endSession,
  finishLeaving,
  forgetData,
  forgetDeviceKey,
  forgetRememberedUser,
  noteForgotten,
  noteLeaving,
  noteLeft,
  noteReturn,
} from './leaving.ts'
import { REMEMBERED, recallUser, showRememberedUser } from './remembered-user.ts'
import { storesNothing } from './unbound.ts'

/** A database that does not respond must not leave a log-out without a result. */
const COUNT_MS_MAX = 5_000

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
  globalThis.addEventListener('online', finishLeaving)
  void finishLeaving()
  // Offline this fails, and the remembered user stays signed in.
  if (recallUser()) void validGrant().catch(() => undefined)
  return () => {
    for (const stop of stops) stop()
    clearInterval(tick)
    globalThis.removeEventListener('online', finishLeaving)
  }
}

export async function logIn(body: CallInput<typeof logInRoute>['body']): Promise<void> {
  beginSession(await call(logInRoute, { body }))
}

/** After a log-in by any means. */
export function beginSession(session: AuthSession): void {
  noteReturn(session.user.id)
  holdGrant(session)
  void import('./choose-language.ts')
    .then(({ followAccount }) => followAccount(session.user.language))
    .catch(() => undefined)
}

export type LogOutResult =
  /** `isDataLeft`: the device has not deleted everything; the next start tries again. */
  | { readonly left: true; readonly isDataLeft?: true }
  /** The number of unsent submissions: ask the user before they are deleted. */
  | { readonly left: false; readonly unsent: number }

/**
 * Ends the session and clears the user's data from this device.
 *
 * With unsent submissions it does nothing until the user agrees to discard them, because no one
 * could decrypt them without the key that is destroyed here.
 *
 * @throws before anything has happened
 */
export async function logOut(unsent?: 'discard'): Promise<LogOutResult> {
  const userId = userOnDisk()
  const { countUnsent } = await import('./outbox/queue.ts')
  const { unsubscribeDevice } = await import('./push.ts')
  const count = userId && !unsent ? await within(COUNT_MS_MAX, countUnsent(userId)) : 0
  if (count > 0) return { left: false, unsent: count }
  noteLeaving(userId)
  const isForgotten = await forgetData()
  // A subscription that stays has no user: the server sends it nothing once the session has ended.
  await unsubscribeDevice().catch(() => undefined)
  await endSession().finally(dropGrant)
  // Until now another tab could still store a submission.
  if (!isForgotten || !(await forgetData())) return { left: true, isDataLeft: true }
  noteForgotten()
  return { left: true }
}

/** Applies changes of the user, such as a new password of their own. */
export async function refreshUser(): Promise<void> {
  await renewGrant()
}

/** After the account was deleted, which has ended the session. */
export async function forgetAccount(): Promise<void> {
  noteLeaving(userOnDisk())
  const isForgotten = await forgetData()
  await forgetDeviceKey()
  dropGrant()
  noteLeft()
  if (isForgotten) noteForgotten()
}

/** A browser that stores nothing has nothing to forget. */
function userOnDisk(): string | undefined {
  return storesNothing() ? undefined : useSessionStore.getState().user?.userId
}

function enter(user: SessionUser): void {
  const view: SessionView = {
    userId: user.id,
    role: user.role,
    displayName: user.full_name,
    displayId: user.display_id,
    ...(user.must_change_password ? { mustChangePassword: true } : {}),
  }
  localStorage.setItem(REMEMBERED, JSON.stringify(view))
  showSession(view)
}

function leave(): void {
  forgetRememberedUser()
  showSession(undefined)
}
