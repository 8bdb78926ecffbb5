import { liveQuery } from 'dexie'
import { useEffect } from 'react'
import { db } from '#pwa/data/db.ts'
import { useFallbackPolling } from '#pwa/data/fallback-polling.ts'
import { checkLiabilities, noteRead } from '#pwa/data/liability-check/check.ts'
import type { KeptLiabilityCheck } from '#pwa/data/liability-check/kept-check.ts'
import { untilChecked } from '#pwa/data/liability-check/until-checked.ts'
import { useLiabilityCheckStore } from '#pwa/stores/liability-check.ts'
import { useSessionStore } from '#pwa/stores/session.ts'
import { readLiabilityProof } from '#shared/contract/liabilities.ts'
import { HOUR_MS } from '#shared/time.ts'
import { saveFile } from './save-file.ts'
import { useOwn } from './use-own.ts'
import { useSession } from './use-session.ts'

export type KnownCheck = KeptLiabilityCheck
export type CheckOutcome = KnownCheck['outcome']

/** Checks each statement of liabilities as it is published. */
export function useLiabilityWatch(): void {
  const { user } = useSession()
  const userId = user?.userId
  const { data: proof, isFromCache } = useOwn(
    readLiabilityProof,
    (id) => ({ params: { userId: id }, query: { paths: 'packed' as const } }),
    // It may be long, and is published once a day.
    useFallbackPolling(HOUR_MS),
  )
  useEffect(() => {
    if (!userId) return
    const subscription = liveQuery(() => db.liabilityChecks.get(userId)).subscribe({
      next: (check) => isSignedIn(userId) && useLiabilityCheckStore.setState({ check }),
      // Where the browser stores nothing, there is nothing to show.
      error: () => undefined,
    })
    return () => subscription.unsubscribe()
  }, [userId])
  useEffect(() => {
    if (!userId || !proof || isFromCache) return
    return untilChecked(() => checkLiabilities(userId, proof))
  }, [userId, proof, isFromCache])
}

/** Until the next paint this hook still runs for a user who has left. */
function isSignedIn(userId: string): boolean {
  return useSessionStore.getState().user?.userId === userId
}

export function noteWarningRead({ userId }: KnownCheck): void {
  void noteRead(userId)
}

/** Saves a proof as it was checked: any verifier of its format can check it. */
export function saveLiabilityProof({ file }: KnownCheck): void {
  const content = new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' })
  saveFile(content, `keel-liabilities-${file.position}.json`)
}
