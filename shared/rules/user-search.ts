/** A search counts up to this many matches. */
export const FOUND_MAX = 1_000

/**
 * Shorter terms match only at the beginning of words, because no index covers the middle of words.
 */
export const ANYWHERE_FROM = 3
