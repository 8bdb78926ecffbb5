import type { Features } from '#server/feature.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { runCommand } from '#server/platform/run-command.ts'
import { countDecided, countNew } from '#server/projections/own-documents.ts'
import { ownerOf } from '#server/projections/user-numbers.ts'
import type { Services } from '#server/services.ts'
import { listNewResults, seeResults } from '#shared/contract/results.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import { DAY_MS, instantOf, laterOf } from '#shared/time.ts'
import { decideSeen, type SeenResultsState, seenResults } from './decider.ts'

/** An older result is not news. Source: docs/product.md, Results. */
const NEWS_DAYS = 30

export function registerResultRoutes(app: App, services: Services, features: Features): void {
  const { clock, log, pool } = services
  const sources = sourcesIn(features)
  const kinds = sources.filter(({ needsOk }) => !needsOk).map(({ kind }) => kind)

  mount(app, services, listNewResults, async ({ params: { userId }, caller }) => {
    const owner = await ownerOf(pool, userId, caller)
    if (owner === undefined) return refuse('item.unknown')
    const nowMs = clock.now()
    const oldest = instantOf(nowMs - NEWS_DAYS * DAY_MS)
    const seen = await log.readDocument<SeenResultsState>(`${seenResults.kind}-${userId}`)
    const { seenUntil } = seen?.state ?? seenResults.initial
    const counts = await Promise.all(
      sources.map(({ kind, needsOk }) =>
        needsOk
          ? countNew(pool, owner, [kind])
          : countDecided(pool, { owner, kind, since: laterOf(seenUntil[kind] ?? oldest, oldest) }),
      ),
    )
    const results = sources.map(({ needsOk, ...source }, index) => ({
      ...source,
      count: counts[index] ?? 0,
      needs_ok: needsOk,
    }))
    return { as_of: instantOf(nowMs), results: results.filter(({ count }) => count > 0) }
  })

  mount(app, services, seeResults, async ({ body, caller, cause }) => {
    const { userId: id, userNo: owner } = caller
    const { at } = cause.metadata
    const seen = await runCommand(log, {
      ...cause,
      aggregate: seenResults,
      id,
      owner,
      decideWith: (state) => decideSeen(state, body, { kinds, at }),
    })
    // Seen on a second device too: that changes nothing and is no error.
    if (isRefusal(seen) && seen.refused !== 'acknowledge.repeated') return seen
    return { message: 'Seen' }
  })
}

/** The kinds of requests of which a decision is announced to their owner. */
function sourcesIn({ list }: Features) {
  return list.flatMap(({ review, notifications = [], transactions }) => {
    if (!review) return []
    const decided = Object.keys(review.decides)
    const told = notifications.find(
      ({ to, texts }) => to === 'owner' && decided.some((type) => type in texts),
    )
    if (!told) return []
    const { label, url } = told
    return [{ kind: review.kind, label, url, needsOk: transactions !== undefined }]
  })
}
