import { requestHash } from '#server/events/idempotency.ts'
import type { Metadata } from '#server/events/log.ts'
import { listOwnedStreams } from '#server/projections/own-documents.ts'
import { findUserNo } from '#server/projections/user-numbers.ts'
import type { HistorySource } from '#server/reviews/history-source.ts'
import type { Services } from '#server/services.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'

/** Commands under way at once: they share commits. */
const AT_ONCE = 50

type Needs = Pick<Services, 'log' | 'pool'>

interface Hiding {
  readonly userId: string
  /** The named entries; everything that is over where absent. */
  readonly ids?: readonly string[] | undefined
  readonly metadata: Metadata
}

/**
 * Hides entries of a user from them, one event each. Asked again, it hides what was closed since.
 *
 * Refuses  user.unknown; of named entries item.unknown where one is not this user's, history.open:
 *          first match wins, and then none is hidden
 * @returns how many were hidden now
 */
export async function hideHistory(
  needs: Needs,
  sources: readonly HistorySource[],
  { userId, ids, metadata }: Hiding,
): Promise<number | Refusal> {
  const owner = await findUserNo(needs.pool, userId)
  if (owner === undefined) return refuse('user.unknown')
  if (ids) {
    const refused = await refusalOfNamed(needs, sources, { owner, ids })
    if (refused) return refused
  }
  let hidden = 0
  for (const source of sources) {
    for (;;) {
      const streams = await listOwnedStreams(needs.pool, {
        kind: source.kind,
        owner,
        statuses: source.over,
        ids,
        limit: AT_ONCE,
      })
      const results = await Promise.all(
        streams.map(({ id }) => hideOne(needs, source, { id, owner, metadata })),
      )
      hidden += results.filter(({ isNews }) => isNews).length
      const refusal = results.find((result) => result.refusal)?.refusal
      if (refusal) return refusal
      if (streams.length < AT_ONCE) break
    }
  }
  return hidden
}

async function refusalOfNamed(
  { pool }: Needs,
  sources: readonly HistorySource[],
  { owner, ids }: { readonly owner: bigint; readonly ids: readonly string[] },
): Promise<Refusal | undefined> {
  const lists = await Promise.all(
    sources.map(async ({ kind, over }) => {
      const withHidden = true
      const named = await listOwnedStreams(pool, {
        kind,
        owner,
        ids,
        limit: ids.length,
        withHidden,
      })
      return named.map(({ id, status }) => ({ id, isOver: over.includes(status) }))
    }),
  )
  const found = lists.flat()
  if (new Set(found.map(({ id }) => id)).size < new Set(ids).size) return refuse('item.unknown')
  return found.every(({ isOver }) => isOver) ? undefined : refuse('history.open')
}

interface OneHidden {
  readonly isNews: boolean
  readonly refusal?: Refusal
}

async function hideOne(
  { log }: Needs,
  source: HistorySource,
  act: { readonly id: string; readonly owner: bigint; readonly metadata: Metadata },
): Promise<OneHidden> {
  const { id, owner, metadata } = act
  const result = await source.hide(log, {
    id,
    owner,
    key: null,
    systemKey: `hide ${id}`,
    requestHash: requestHash({ hide: id }),
    metadata,
  })
  if (result.outcome === 'done') return { isNews: !result.replayed }
  return { isNews: false, refusal: result.refusal }
}
