/** As many as a search counts: whoever finds more types more. */
export const FOUND_MAX = 1_000

/** Fewer letters than this are sought at the beginnings of words: no index knows their middles. */
export const ANYWHERE_FROM = 3
