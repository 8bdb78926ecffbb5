import { useFallbackPolling } from '#pwa/data/fallback-polling.ts'
import { serverNowMs } from '#pwa/data/server-clock.ts'
import { usePagesFor, useQueryFor } from '#pwa/data/use-query-for.ts'
import { afterFullPage } from '#pwa/hooks/paging.ts'
import { OWN_PAGE } from '#pwa/hooks/use-own.ts'
import { useServerNow } from '#pwa/hooks/use-server-now.ts'
import { listSavedAddresses } from '#shared/contract/saved-addresses.ts'
import { listOwnWithdrawals, readWithdrawalTerms } from '#shared/contract/withdrawals.ts'
import { instantOf } from '#shared/time.ts'

/** Source: docs/product.md, Live updates. */
const POLL_MS = 10_000

export function usePendingWithdrawals() {
  const query = { status: 'pending', limit: OWN_PAGE } as const
  const nextOf = afterFullPage(OWN_PAGE)
  const options = { pollMs: POLL_MS, nextOf, isWhole: true } as const
  const { data, ...pages } = usePagesFor(listOwnWithdrawals, { query }, options)
  return { ...pages, data: data?.flat() }
}

/** Whether withdrawals are on hold, and the allowlist. */
export function useWithdrawalTerms() {
  const { data, ...query } = useQueryFor(readWithdrawalTerms, {}, { pollMs: POLL_MS })
  // A response stored by an earlier version of the app has no allowlist.
  return { ...query, data: data && 'allowlist' in data ? data : undefined }
}

/** Soon enough for an address that becomes usable while the form is open. */
const CLOCK_MS = 5_000

/** What the form needs to know of the allowlist; undefined facts are left to the server. */
export function useAllowed() {
  const entries = useSavedAddresses().data
  const isOn = useWithdrawalTerms().data?.allowlist.is_on
  useServerNow(CLOCK_MS)
  const allowed = isOn
    ? entries?.map((each) => ({ ...each, savedAt: each.added_at, usableAt: each.usable_at }))
    : undefined
  return {
    allowed,
    /**
     * Read when the form is checked, because the first responses may correct the clock of the
     * device.
     */
    get now() {
      return instantOf(serverNowMs())
    },
  }
}

/** The user's address book, stored on the device for offline withdrawals. */
export function useSavedAddresses() {
  return useQueryFor(listSavedAddresses, {}, useFallbackPolling())
}
