/** A UUID in canonical lower-case text form. */
export type Id = string

/**
 * A UUID version 7: sorts by the time it was made.
 *
 * @param epochMs the time of making
 * @param random a UUID version 4, which has the same variant and is random where version 7 is
 * Source: RFC 9562 section 5.7
 */
export function uuidV7(epochMs: number, random: Id): Id {
  const time = epochMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`
}

let lastMs = 0

/**
 * The key of a new submission: a UUID version 7, so that the log adds keys next to each other.
 *
 * Those of one page sort in the order in which they were made, even within a millisecond or when the
 * clock goes back: each has a millisecond to itself, if need be one ahead of the clock.
 *
 * @param random a UUID version 4
 * Source: RFC 9562 section 6.2
 */
export function sortedKey(nowMs: number, random: Id): Id {
  lastMs = Math.max(nowMs, lastMs + 1)
  return uuidV7(lastMs, random)
}
