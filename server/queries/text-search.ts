import { ANYWHERE_FROM } from '#shared/rules/user-search.ts'

/** Found anywhere, letter for letter: what a pattern would read as a sign stands for itself. */
export function patternOf(search: string): string {
  return `%${literal(search)}%`
}

/** As anywhere, but so few letters that the index knows them at the beginnings of words alone. */
export function personPatternOf(search: string): string {
  return [...search].length < ANYWHERE_FROM ? `% ${literal(search)}%` : patternOf(search)
}

function literal(search: string): string {
  return search.toLowerCase().replace(/[\\%_]/g, '\\$&')
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
