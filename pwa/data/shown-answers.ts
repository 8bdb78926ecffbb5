import { queryClient } from './queries.ts'
import { readKept } from './read-kept.ts'

/** Puts the answers of earlier runs on screen, each with the time it is from. */
export async function showKeptAnswers(userId: string, reading = readKept(userId)): Promise<void> {
  for (const kept of await reading) {
    if (queryClient.getQueryData(kept.queryKey) !== undefined) continue
    queryClient.setQueryData(kept.queryKey, kept.data, { updatedAt: kept.updatedAtMs })
    // Shown, but fetched anew as soon as a screen asks for it.
    queryClient.getQueryCache().find({ queryKey: kept.queryKey })?.invalidate()
  }
}
