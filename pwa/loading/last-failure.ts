/** The tab's name survives a reload, ends with the tab, and needs no storage. */
const tab = globalThis as { name?: string }

/**
 * A screen failed before this start: perhaps on a response that an earlier version of the app has
 * kept, or a server of another release has given. So this start shows no kept responses, but fetches
 * them.
 */
export const hasFailedBefore = tab.name === 'failed'
tab.name = ''

export function noteFailure(): void {
  tab.name = 'failed'
}
