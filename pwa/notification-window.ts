/** Addresses that the server handles itself. */
export const NOT_A_SCREEN = [/^\/(api|log|ws|dev|healthz|readyz|metrics)(\/|$)/, /\.[a-z0-9]+$/]

/**
 * The screens that are shown without the app's frame, such as log-in: only the frame opens the page
 * of a notification. The service worker must not load the features, which declare them.
 */
export const OUTSIDE_FRAME: readonly string[] = [
  '/login',
  '/signup',
  '/freeze-withdrawals',
  '/reserves',
  '/install',
  '/accessibility',
]

/** The first window that can open the page of a notification; undefined if a new one is needed. */
export function windowToShow<Window extends { readonly url: string }>(
  windows: readonly Window[],
): Window | undefined {
  return windows.find(({ url }) => {
    const path = new URL(url).pathname.replace(/\/$/, '')
    return !NOT_A_SCREEN.some((other) => other.test(path)) && !OUTSIDE_FRAME.includes(path)
  })
}
