import { type App, mount } from '#server/platform/mount.ts'
import { countWaitingReviews, listWaitingReviews } from '#server/projections/waiting-reviews.ts'
import { releaseClaim, takeClaim } from '#server/reviews/claims.ts'
import type { Services } from '#server/services.ts'
import {
  claimReview,
  listReviews,
  readReview,
  releaseReview,
} from '#shared/contract/review-desk.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import type { ReviewKind } from '#shared/rules/review-desk.ts'
import { HOUR_MS } from '#shared/time.ts'
import { type DeskParts, readCase } from './case.ts'
import { presentClaim, presentItem } from './present.ts'

const PAGE = 50
/** Between the moment and the stream of a place in the list. */
const BETWEEN = '~'

/** One inbox of everything that waits for staff; what is decided goes by each feature's own route. */
export function registerReviewDeskRoutes(app: App, services: Services, parts: DeskParts): void {
  const { pool, clock } = services
  const kinds = parts.sources.map(({ kind }) => kind)
  const sourceOf = (kind: string) => {
    const source = parts.sources.find((each) => each.kind === kind)
    if (!source) throw new Error(`${kind} is reviewed, and no feature says how`)
    return source
  }

  mount(app, services, listReviews, async ({ query, caller }) => {
    const { kind, asset, hours, claim, approvals, search, order = 'oldest', before } = query
    const limit = query.limit ?? PAGE
    const [found, counts] = await Promise.all([
      listWaitingReviews(pool, {
        kinds: kind ? [kind] : kinds,
        asset,
        until: hours === undefined ? undefined : new Date(clock.now() - hours * HOUR_MS),
        claim: claim && { by: claim, me: caller.userId },
        approvals,
        search,
        order,
        limit: limit + 1,
        behind: before === undefined ? undefined : placeOf(before),
        now: new Date(clock.now()),
      }),
      countWaitingReviews(pool, kinds),
    ])
    const items = found.slice(0, limit)
    const last = found.length > limit ? items.at(-1) : undefined
    return {
      items: items.map((each) => presentItem(each, sourceOf(each.kind), caller.userId)),
      counts: countsOf(counts, kinds),
      next: last ? `${last.since}${BETWEEN}${last.stream}` : null,
    }
  })

  mount(app, services, readReview, async ({ params: { kind, id }, caller }) => {
    const source = sourceOf(kind)
    return (
      (await readCase(services, parts, { source, id, me: caller.userId })) ?? refuse('item.unknown')
    )
  })

  mount(app, services, claimReview, async ({ params: { kind, id }, body, caller }) => {
    const stream = `${kind}-${id}`
    const from = body?.take_over_from
    const claim = await takeClaim(services, { stream, by: caller.userId, from })
    return isRefusal(claim) ? claim : { claim: presentClaim(claim, caller.userId) }
  })

  mount(app, services, releaseReview, async ({ params: { kind, id }, caller }) => {
    await releaseClaim(services, { stream: `${kind}-${id}`, by: caller.userId })
    return { message: 'The case is nobody’s now.' }
  })
}

/** The contract lets nothing else through. */
function placeOf(place: string) {
  const [since = '', stream = ''] = place.split(BETWEEN)
  return { since, stream }
}

function countsOf(counts: Readonly<Record<string, number>>, kinds: readonly ReviewKind[]) {
  const entries = kinds.map((kind) => [kind, counts[kind] ?? 0] as const)
  return Object.fromEntries(entries) as Record<ReviewKind, number>
}
