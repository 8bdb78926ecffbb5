import { epochMsOf, HOUR_MS, type Instant, instantOf } from '#shared/time.ts'

/** How long after it was saved the allowlist permits withdrawals to an address. */
export const ADDRESS_DELAY_HOURS = 24
/** For addresses that did not record from when they can be used. Never change this value. */
const ADDRESS_DELAY_HOURS_UNRECORDED = 24
/** How long the allowlist still applies after its owner asked to turn it off. */
export const ALLOWLIST_OFF_HOURS = 48

/** The switch of one user; a user who never turned it on has none. */
export interface Allowlist {
  /** When it stops applying; null: never. */
  readonly endsAt: Instant | null
}

/** The part of a saved address that the allowlist uses. */
export interface AllowedAddress {
  readonly label: string
  readonly symbol: string
  readonly address: string
  readonly savedAt: Instant
  /** Absent in addresses that were saved before it was recorded. */
  readonly usableAt?: Instant | undefined
}

/** Whether only saved addresses can be withdrawn to. */
export function isAllowlistOn(allowlist: Allowlist | undefined, now: Instant): boolean {
  if (!allowlist) return false
  return allowlist.endsAt === null || epochMsOf(allowlist.endsAt) > epochMsOf(now)
}

/** From when the allowlist permits withdrawals to an address. */
export function usableFrom({ usableAt, savedAt }: Pick<AllowedAddress, 'usableAt' | 'savedAt'>) {
  return usableAt ?? hoursAfter(savedAt, ADDRESS_DELAY_HOURS_UNRECORDED)
}

/** The same for an address that is saved now. */
export function usableAfter(savedAt: Instant): Instant {
  return hoursAfter(savedAt, ADDRESS_DELAY_HOURS)
}

/** When an allowlist that is turned off now stops applying. */
export function allowlistEnd(now: Instant): Instant {
  return hoursAfter(now, ALLOWLIST_OFF_HOURS)
}

function hoursAfter(at: Instant, hours: number): Instant {
  return instantOf(epochMsOf(at) + hours * HOUR_MS)
}
