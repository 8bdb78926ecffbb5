import { handleCommand } from '#server/events/handle-command.ts'
import { requestHash } from '#server/events/idempotency.ts'
import { listOwnedStreams } from '#server/facts/owned-streams.ts'
import { findUserNo } from '#server/facts/user-numbers.ts'
import type { Cause } from '#server/platform/request-cause.ts'
import { systemCause } from '#server/platform/system-cause.ts'
import type { HistorySource } from '#server/reviews/history-source.ts'
import type { Services } from '#server/services.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import { hideEntries, userHistory } from './decider.ts'

/** The maximum number of entries in one act. */
const ENTRIES_MAX = 200
/** How many commands run concurrently, so that they share commits. */
const AT_ONCE = 50

type Needs = Pick<Services, 'log' | 'pool'>

interface Hiding {
  readonly userId: string
  /** The named entries; if absent, all entries that are closed. */
  readonly ids?: readonly string[] | undefined
  readonly cause: Pick<Cause, 'metadata' | 'actorRefusal' | 'restsOn'>
}

/**
 * Hides entries of a user: one event for the act, and one for each entry. When repeated, it also
 * hides entries closed since. If staff are disabled while it runs, the rest is not hidden.
 *
 * Refuses  user.unknown; of named entries item.unknown if one is not this user's, history.open:
 *          first match wins, and then none is hidden; then what the route refuses to the actor now
 * @returns how many were hidden now
 */
export async function hideHistory(
  needs: Needs,
  sources: readonly HistorySource[],
  { userId, ids, cause }: Hiding,
): Promise<number | Refusal> {
  const owner = await findUserNo(needs.pool, userId)
  if (owner === undefined) return refuse('user.unknown')
  if (ids) {
    const refused = await refusalOfNamed(needs, sources, { owner, ids })
    if (refused) return refused
  }
  let hidden = 0
  for (;;) {
    const entries = await nextEntries(needs, sources, { owner, ids })
    const refused = await recordAct(needs, { userId, owner, entries, cause })
    if (refused) return refused
    for (let from = 0; from < entries.length; from += AT_ONCE) {
      const results = await Promise.all(
        entries.slice(from, from + AT_ONCE).map((entry) => hideOne(needs, entry, owner, cause)),
      )
      hidden += results.filter(({ isNews }) => isNews).length
      const refusal = results.find((result) => result.refusal)?.refusal
      if (refusal) return refusal
    }
    if (entries.length < ENTRIES_MAX) return hidden
  }
}

interface Entry {
  readonly source: HistorySource
  readonly id: string
  readonly title: string
}

/** The next entries to be hidden, from all sources. */
async function nextEntries(
  { pool }: Needs,
  sources: readonly HistorySource[],
  asked: { readonly owner: bigint; readonly ids: readonly string[] | undefined },
): Promise<Entry[]> {
  const lists = await Promise.all(
    sources.map(async (source) => {
      const found = await source.listHidable(pool, { ...asked, limit: ENTRIES_MAX })
      return found.map((each) => ({ ...each, source }))
    }),
  )
  return lists.flat().slice(0, ENTRIES_MAX)
}

/** Records the act before the entries are hidden: one line of the audit lists them. */
async function recordAct(
  { log }: Needs,
  act: Pick<Hiding, 'userId' | 'cause'> & {
    readonly owner: bigint
    readonly entries: readonly Entry[]
  },
): Promise<Refusal | undefined> {
  const { userId, owner, cause } = act
  const { metadata, actorRefusal, restsOn } = cause
  const entries = act.entries.map(({ source, id, title }) => ({
    stream: `${source.kind}-${id}`,
    title,
  }))
  if (entries.length === 0) return undefined
  const result = await handleCommand(log, {
    aggregate: userHistory,
    id: userId,
    owner,
    key: null,
    systemKey: `hide ${metadata.correlation} ${entries[0]?.stream}`,
    requestHash: requestHash({ hide: entries.map(({ stream }) => stream) }),
    metadata,
    actorRefusal,
    restsOn,
    decideWith: (state) =>
      hideEntries(state, { entries, hiddenBy: metadata.actor.id ?? '', hiddenAt: metadata.at }),
  })
  // An earlier act has recorded them, and its entries may not all be hidden yet.
  return isRefusal(result) && result.refused !== 'history.hidden' ? result : undefined
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

/** Hides one entry, after the act has been recorded. */
async function hideOne(
  { log }: Needs,
  { source, id }: Entry,
  owner: bigint,
  { metadata: { actor, at, correlation }, actorRefusal, restsOn }: Hiding['cause'],
): Promise<OneHidden> {
  const result = await source.hide(log, {
    id,
    owner,
    hiddenBy: actor.id ?? '',
    ...systemCause(`hide ${id}`, { hide: id }, at, correlation),
    actorRefusal,
    restsOn,
  })
  return isRefusal(result) ? { isNews: false, refusal: result } : { isNews: !result.replayed }
}
