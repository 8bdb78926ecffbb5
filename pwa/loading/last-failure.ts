/** Its name outlives a reload, never the tab, and needs no storage. */
const tab = globalThis as { name?: string }

/**
 * A screen failed before this start: perhaps on an answer that an earlier version of the app has kept,
 * or a server of another release has given. So this start shows no kept answers, but fetches them.
 */
export const hasFailedBefore = tab.name === 'failed'
tab.name = ''

export function noteFailure(): void {
  tab.name = 'failed'
}
