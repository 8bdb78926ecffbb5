import { useEffect, useEffectEvent, useState } from 'react'
import { takeShared } from '#pwa/data/shared-screenshot.ts'
import { useAddress } from '#pwa/hooks/use-address.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { type ShareOutcome, shareOutcomeOf } from '#shared/rules/shared-screenshot.ts'

/** Returns what another app has shared, and shows the result. */
export function useSharedScreenshot(isOpen: boolean, onFile: (file: File) => void) {
  const { query, change } = useAddress()
  const { user } = useSession()
  const [outcome, setOutcome] = useState<ShareOutcome>()
  const shared = isOpen ? shareOutcomeOf(query.get('shared')) : undefined
  const userId = user?.userId

  const receive = useEffectEvent(async (userOf: string, received: ShareOutcome) => {
    // A reload must not show it again.
    change({ shared: undefined })
    if (received !== 'kept') return setOutcome(received)
    const file = await takeShared(userOf).catch(() => undefined)
    if (file) onFile(file)
    setOutcome(file ? 'kept' : 'failed')
  })
  useEffect(() => {
    if (shared && userId) void receive(userId, shared)
  }, [shared, userId])
  return outcome
}
