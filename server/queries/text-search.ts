import { ANYWHERE_FROM } from '#shared/rules/user-search.ts'

/** A pattern that matches the text literally anywhere; special characters are escaped. */
export function patternOf(search: string): string {
  return `%${literal(search)}%`
}

/**
 * Like `patternOf`, but a short text matches only at the beginning of a word, because the index can
 * find short texts only there.
 */
export function personPatternOf(search: string): string {
  return [...search].length < ANYWHERE_FROM ? `% ${literal(search)}%` : patternOf(search)
}

function literal(search: string): string {
  return search.toLowerCase().replace(/[\\%_]/g, '\\$&')
}

/**
 * How many of the newest entries are scanned before the word indexes are used. Frequent matches
 * fill the first page during the scan; rare ones are found through the indexes, which would be slow
 * for frequent ones.
 */
export const LOOKED_THROUGH = 2_000

/** The page from the scan if it is filled; otherwise the results of the indexes. */
export async function foundInTwoSteps<Row>(
  limit: number,
  amongNewest: () => Promise<readonly Row[]>,
  byIndex: () => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const found = await amongNewest()
  return found.length >= limit ? found : byIndex()
}
