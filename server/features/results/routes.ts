import { handleCommand } from '#server/events/handle-command.ts'
import { findLastDecided } from '#server/facts/last-decided.ts'
import { ownerOf } from '#server/facts/user-numbers.ts'
import type { Features } from '#server/feature.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { countNewResults } from '#server/queries/new-results.ts'
import type { Services } from '#server/services.ts'
import { listNewResults, seeResults } from '#shared/contract/results.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import { msg } from '#shared/text/t.ts'
import { instantOf } from '#shared/time.ts'
import { decideSeen, seenResults, shownUntil } from './decider.ts'

export function registerResultRoutes(app: App, services: Services, features: Features): void {
  const { clock, log, pool } = services
  const kinds = features.results.filter(({ needsOk }) => !needsOk).map(({ kind }) => kind)

  mount(app, services, listNewResults, async ({ params: { userId }, caller }) => {
    const owner = await ownerOf(pool, userId, caller)
    if (owner === undefined) return refuse('item.unknown')
    const nowMs = clock.now()
    const results = await countNewResults(pool, features.results, { userId, owner, nowMs })
    return {
      as_of: instantOf(nowMs),
      results: results.map(({ needsOk, ...result }) => ({ ...result, needs_ok: needsOk })),
    }
  })

  mount(app, services, seeResults, async ({ body, caller, cause }) => {
    const { userId: id, userNo: owner } = caller
    const { at } = cause.metadata
    const { kind } = body
    const until = shownUntil(body.until, at)
    const seen = await handleCommand(log, {
      ...cause,
      aggregate: seenResults,
      id,
      owner,
      decideWith: async (state) => {
        const lastDecided = await findLastDecided(pool, { owner, kind, until })
        return decideSeen(state, { kind, until }, { kinds, lastDecided, at })
      },
    })
    // Also seen on a second device: this changes nothing and is not an error.
    if (isRefusal(seen) && seen.refused !== 'acknowledge.repeated') return seen
    return { message: msg('Marked as seen.') }
  })
}
