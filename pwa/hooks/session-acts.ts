import type { logOut as logOutOfDevice } from '#pwa/data/session.ts'
import { showToast } from '#pwa/stores/toasts.ts'
import { t } from '#shared/text/t.ts'

/**
 * Logs out, and says what failed. Only for `useLogOutQuestion`, which asks.
 *
 * @returns the number of unsent submissions that keep the user in
 */
export async function logOut(...choice: Parameters<typeof logOutOfDevice>): Promise<number> {
  try {
    const result = await (await acts()).logOut(...choice)
    if (!result.left) return result.unsent
    if (result.isDataLeft) sayDataLeft()
  } catch {
    showToast({
      title: t('Log-out Failed'),
      message: t('You are still signed in. Please try again.'),
      tone: 'error',
    })
  }
  return 0
}

/** After the own password has replaced one that staff chose. */
export async function refreshUser(): Promise<void> {
  await (await acts()).refreshUser()
}

/** After the account was deleted. */
export async function forgetAccount(): Promise<void> {
  await (await acts()).forgetAccount()
}

function sayDataLeft() {
  showToast({
    title: t('Your data is still on this device'),
    message: t(
      'You are logged out, but this browser has not deleted everything. Close the app and open it again to delete the rest.',
    ),
    tone: 'error',
    durationMs: Number.POSITIVE_INFINITY,
  })
}

// The first paint of a screen does not wait for the code that ends a session.
function acts() {
  return import('#pwa/data/session.ts')
}
