/** As many as a search counts: whoever finds more types more. */
export const FOUND_MAX = 1_000
