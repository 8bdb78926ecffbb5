import type { Queryable } from '#server/projections/documents.ts'

/** The published totals of what users own of each asset. */
export interface PublishedLiabilities {
  /** By symbol. */
  readonly totals: ReadonlyMap<string, string>
  readonly at: Date
}

/** The latest proof of liabilities; undefined if there is none. */
export async function readPublishedLiabilities(
  db: Queryable,
): Promise<PublishedLiabilities | undefined> {
  const { rows } = await db.query<{
    assets: readonly { readonly symbol: string; readonly total: string }[]
    at: Date
  }>({
    name: 'published liabilities',
    text: `select data -> 'assets' as assets, recorded_at as at from event
           where type = 'LiabilitiesPublished' order by position desc limit 1`,
  })
  const [row] = rows
  return row && { totals: new Map(row.assets.map((each) => [each.symbol, each.total])), at: row.at }
}
