import type { QueryFamilies } from '#pwa/feature.ts'
import { useSessionStore } from '#pwa/stores/session.ts'
import { readKept } from './read-kept.ts'
import { showRememberedUser } from './remembered-user.ts'

/**
 * Opens the app as the person last seen here. Resolves when what the device keeps for them can be
 * shown, so that the first picture has rows instead of placeholders.
 */
export async function startData(): Promise<void> {
  showRememberedUser()
  const userId = useSessionStore.getState().user?.userId
  if (!userId) return
  const reading = readKept(userId)
  const { showKeptAnswers } = await import('./shown-answers.ts')
  await showKeptAnswers(userId, reading)
}

let behind: Promise<void> | undefined

/**
 * Starts everything behind the screens, after the first picture. Once, however often it is asked:
 * React runs each effect twice while developing.
 */
export function runBehind(families: QueryFamilies): Promise<void> {
  behind ??= import('./run.ts').then(({ runData }) => runData(families))
  return behind
}
