import type { QueryFamilies } from '#pwa/feature.ts'
import { untilLoaded } from '#pwa/loading/until-loaded.ts'
import { useSessionStore } from '#pwa/stores/session.ts'
import { readKept } from './read-kept.ts'
import { showRememberedUser } from './remembered-user.ts'

/**
 * Opens the app as the last user of this device. Resolves when their stored responses can be shown,
 * so that the first paint has rows instead of placeholders.
 */
export async function startData(): Promise<void> {
  showRememberedUser()
  const userId = useSessionStore.getState().user?.userId
  if (!userId) return
  const reading = readKept(userId)
  const { showKeptResponses } = await import('./queries.ts')
  await showKeptResponses(userId, reading)
}

let behind: Promise<void> | undefined

/**
 * Starts the data layer after the first paint. Only the first call has an effect: React runs each
 * effect twice during development.
 */
export function runBehind(families: QueryFamilies): Promise<void> {
  behind ??= untilLoaded(() => import('./run.ts')).then(({ runData }) => runData(families))
  return behind
}
