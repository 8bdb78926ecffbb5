import { DAY_MS, epochMsOf, HOUR_MS, type Instant, instantOf } from '#shared/time.ts'

/** How long the link in a mail freezes withdrawals. */
export const FREEZE_HOURS = 48
/** How long such a link is valid; it works once. */
export const FREEZE_LINK_DAYS = 7
/** A link that is opened this soon after another one changes nothing and stays unused. */
export const FREEZE_RENEWED_AFTER_HOURS = 24
/** Links can freeze this many times in this many days; after that the user must contact support. */
export const FREEZES_MAX = 3
export const FREEZES_COUNTED_DAYS = 30

export function freezeEnd(frozenAt: Instant): Instant {
  return instantOf(epochMsOf(frozenAt) + FREEZE_HOURS * HOUR_MS)
}

/**
 * What a link does now: it freezes, finds a recent freeze, or exceeds the limit.
 *
 * The mailbox may also be compromised: without a limit, an attacker could block the owner for ever.
 * The check for a recent freeze prevents an owner who opens the links of four mails from using up
 * the limit.
 *
 * Source   docs/product.md, Freezing withdrawals
 */
export function effectOfLink(
  frozenAt: readonly Instant[],
  now: Instant,
): 'freezes' | 'frozen_already' | 'too_many' {
  const ageOf = (at: Instant) => epochMsOf(now) - epochMsOf(at)
  if (frozenAt.some((at) => ageOf(at) < FREEZE_RENEWED_AFTER_HOURS * HOUR_MS)) {
    return 'frozen_already'
  }
  const counted = frozenAt.filter((at) => ageOf(at) < FREEZES_COUNTED_DAYS * DAY_MS)
  return counted.length < FREEZES_MAX ? 'freezes' : 'too_many'
}
