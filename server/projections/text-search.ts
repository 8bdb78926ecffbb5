import { ANYWHERE_FROM } from '#shared/rules/user-search.ts'

/**
 * A regular expression for a search in lower case, letter for letter: what an expression would read
 * as a sign stands for itself.
 */
export function patternOf(search: string): string {
  const letters = search.toLowerCase().replace(/[!-/:-@[-^`{-~]/g, '\\$&')
  return [...search].length < ANYWHERE_FROM ? `(^|[^[:alnum:]])${letters}` : letters
}

/**
 * How much of a list a search looks through as it stands, newest first. What many have is on the
 * first page by then; what is rarer is looked up in the indexes of words, which would be slow for
 * what many have.
 */
export const LOOKED_THROUGH = 2_000

/** The page, as far as the newest fill it; else what the indexes find. */
export async function foundInTwoSteps<Row>(
  limit: number,
  amongNewest: () => Promise<readonly Row[]>,
  byIndex: () => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const found = await amongNewest()
  return found.length >= limit ? found : byIndex()
}
