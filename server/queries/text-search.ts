import { ANYWHERE_FROM } from '#shared/rules/user-search.ts'

/** Matched anywhere, literally: pattern characters have no special meaning. */
export function patternOf(search: string): string {
  return `%${literal(search)}%`
}

/** As above, but for so few letters that the index covers them only at the beginnings of words. */
export function personPatternOf(search: string): string {
  return [...search].length < ANYWHERE_FROM ? `% ${literal(search)}%` : patternOf(search)
}

function literal(search: string): string {
  return search.toLowerCase().replace(/[\\%_]/g, '\\$&')
}

/**
 * How much of a list a search scans directly, newest first. Common terms fill the first page this
 * way; rarer terms are looked up in the word indexes, which would be slow for common ones.
 */
export const LOOKED_THROUGH = 2_000

/** The page, if the newest rows fill it; otherwise the result of the indexes. */
export async function foundInTwoSteps<Row>(
  limit: number,
  amongNewest: () => Promise<readonly Row[]>,
  byIndex: () => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const found = await amongNewest()
  return found.length >= limit ? found : byIndex()
}
