/** A visit lasts as long as its tab. Counted on the device alone, up to the first that matters. */
const COUNT = 'visits'
const DISMISSED = 'installBannerDismissed'
const FROM_VISIT = 2

/** Counts the current visit once and returns its number. */
export function countVisit(): number {
  const before = Number(localStorage.getItem(COUNT) ?? 0)
  if (before >= FROM_VISIT || sessionStorage.getItem(COUNT)) return before
  sessionStorage.setItem(COUNT, 'counted')
  localStorage.setItem(COUNT, String(before + 1))
  return before + 1
}

export function isBannerDue(visit: number): boolean {
  return visit >= FROM_VISIT && !localStorage.getItem(DISMISSED)
}

export function dismissBanner(): void {
  localStorage.setItem(DISMISSED, 'yes')
}
