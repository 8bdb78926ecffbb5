import { within } from '#pwa/loading/time-limit.ts'
import { logOut } from '#shared/contract/auth.ts'
import { dropGrant } from './access-token.ts'
import { call } from './api-client.ts'
import { LANGUAGE_UNSAVED } from './language-unsaved.ts'
import { loadDeviceKey } from './load-device-key.ts'
import { LOG_OUT_PENDING, REMEMBERED } from './remembered-user.ts'
import { withTabLock } from './tabs.ts'

/**
 * The steps of a log-out. The app may be closed between any two of them, so the steps are recorded
 * first, and the next start completes them.
 */

/** The user whose data is still to be deleted from this device. */
const FORGET_PENDING = 'forgetPending'

/** A database that does not respond must not block a log-out. */
const FORGET_MS_MAX = 5_000

/** From here on no start opens the app as this user. */
export function noteLeaving(userId: string | undefined): void {
  localStorage.setItem(LOG_OUT_PENDING, '1')
  forgetRememberedUser()
  // The next user of this device has not chosen it.
  localStorage.removeItem(LANGUAGE_UNSAVED)
  if (userId) localStorage.setItem(FORGET_PENDING, userId)
}

/**
 * After a log-in, data that an earlier log-out of the same user did not delete belongs to them
 * again.
 */
export function noteReturn(userId: string): void {
  noteLeft()
  if (localStorage.getItem(FORGET_PENDING) === userId) noteForgotten()
}

export function noteLeft(): void {
  localStorage.removeItem(LOG_OUT_PENDING)
}

export function noteForgotten(): void {
  localStorage.removeItem(FORGET_PENDING)
}

export function forgetRememberedUser(): void {
  localStorage.removeItem(REMEMBERED)
}

/** Deletes the data of the user who logs out. @returns whether nothing is left on this device */
export async function forgetData(): Promise<boolean> {
  const userId = localStorage.getItem(FORGET_PENDING)
  if (!userId) return true
  try {
    const { forgetUser } = await import('./local-data.ts')
    await within(FORGET_MS_MAX, forgetUser(userId))
    return true
  } catch {
    return false
  }
}

/** Ends the session. No other tab refreshes in between: it would sign with another key. */
export async function endSession(): Promise<void> {
  await withTabLock('session', async () => {
    await endOnServer()
    await forgetDeviceKey()
  })
}

/** Completes a log-out that was interrupted, or had no network or no working storage. */
export async function finishLeaving(): Promise<void> {
  const hasLeft = isLogOutPending()
  // Another tab may still show the user, and may have stored them again.
  if (hasLeft) dropGrant()
  if (localStorage.getItem(FORGET_PENDING) && (await forgetData())) noteForgotten()
  if (!hasLeft) return
  await withTabLock('session', async () => {
    // A user has logged in since.
    if (!isLogOutPending()) return
    await forgetDeviceKey()
    await endOnServer()
  })
}

export async function forgetDeviceKey(): Promise<void> {
  // Without IndexedDB (a private window) there is none.
  await loadDeviceKey()
    .then(({ destroyDeviceKey }) => within(FORGET_MS_MAX, destroyDeviceKey()))
    .catch(() => undefined)
}

function isLogOutPending(): boolean {
  return localStorage.getItem(LOG_OUT_PENDING) !== null
}

// Only the server can end the session: an offline log-out is completed later.
async function endOnServer(): Promise<void> {
  await call(logOut, { body: {} }).then(noteLeft, () => undefined)
}
