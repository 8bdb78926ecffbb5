import { useState } from 'react'
import { type QueryOptions, useQueryFor } from '#pwa/data/use-query-for.ts'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { listDepositAddresses } from '#shared/contract/deposit-addresses.ts'

/** The active deposit addresses, kept on the device for a look without a network. */
export function useDepositAddresses(options: QueryOptions) {
  return useQueryFor(listDepositAddresses, {}, options)
}

const POLL_MS = 10_000
/** An older answer is not shown as current before it was asked for again. */
const CURRENT_MS = 60_000

/**
 * The same while one is shown: what is sent to an address that staff have replaced may be lost. The live
 * channel alone does not tell, because a network may block it.
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
