import type { Queryable } from '#server/projections/documents.ts'
import { DAY_MS, type Instant, instantOf, laterOf } from '#shared/time.ts'
import { countDecided, countNew } from './own-documents.ts'

/** A kind of request whose decisions are announced to the owner. */
export interface ResultKind {
  readonly kind: string
  readonly label: string
  /** The page of the app that shows them. */
  readonly url: string
  /** Each result is acknowledged with OK. Otherwise it is enough to show the list. */
  readonly needsOk: boolean
}

interface Whose {
  readonly userId: string
  /** The user's number. */
  readonly owner: bigint
  readonly nowMs: number
}

/** Older results are not announced. Source: docs/product.md, Results. */
const NEWS_DAYS = 30

/** How many results of each kind a user has not seen; kinds without any are left out. */
export async function countNewResults(
  db: Queryable,
  kinds: readonly ResultKind[],
  { userId, owner, nowMs }: Whose,
): Promise<(ResultKind & { readonly count: number })[]> {
  const oldest = instantOf(nowMs - NEWS_DAYS * DAY_MS)
  const seenUntil = await readSeenUntil(db, userId)
  const counted = await Promise.all(
    kinds.map(async (each) => {
      const since = laterOf(seenUntil[each.kind] ?? oldest, oldest)
      const count = each.needsOk
        ? await countNew(db, owner, [each.kind])
        : await countDecided(db, { owner, kind: each.kind, since })
      return { ...each, count }
    }),
  )
  return counted.filter(({ count }) => count > 0)
}

async function readSeenUntil(
  db: Queryable,
  userId: string,
): Promise<Readonly<Record<string, Instant>>> {
  const { rows } = await db.query<{ seen: Record<string, Instant> | null }>({
    name: 'results seen until',
    text: `select data -> 'seenUntil' as seen from document where stream = 'seen-results-' || $1`,
    values: [userId],
  })
  return rows[0]?.seen ?? {}
}
