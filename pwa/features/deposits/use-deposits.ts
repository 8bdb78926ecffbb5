import { useState } from 'react'
import { type QueryOptions, useQueryFor } from '#pwa/data/use-query-for.ts'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { listDepositAddresses } from '#shared/contract/deposit-addresses.ts'

/** The active deposit addresses, stored on the device so that they can be seen offline. */
export function useDepositAddresses(options: QueryOptions) {
  return useQueryFor(listDepositAddresses, {}, options)
}

const POLL_MS = 10_000
/** An older response is not shown as current before it has been refetched. */
const CURRENT_MS = 60_000

/**
 * The same while one is shown: coins sent to a replaced address may be lost. The live channel alone
 * is not enough, because a network may block it.
 */
export function useShownAddresses() {
  const { isOnline } = useConnection()
  const [openedAtMs] = useState(() => Date.now())
  const addresses = useDepositAddresses({
    pollMs: POLL_MS,
    refetchOnMount: true,
    refetchOnFocus: true,
  })
  const { isFromCache, updatedAtMs = 0 } = addresses
  const isUnchecked = isFromCache || !isOnline || updatedAtMs < openedAtMs - CURRENT_MS
  return { ...addresses, isUnchecked }
}
