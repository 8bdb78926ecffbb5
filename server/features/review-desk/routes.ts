import { type App, mount } from '#server/platform/mount.ts'
import {
  countWaitingReviews,
  listWaitingReviews,
  summariseWaitingReviews,
} from '#server/queries/waiting-reviews.ts'
import { releaseClaim, takeClaim } from '#server/reviews/claims.ts'
import type { Services } from '#server/services.ts'
import * as contract from '#shared/contract/review-desk.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import { msg } from '#shared/text/t.ts'
import { HOUR_MS } from '#shared/time.ts'
import { type DeskParts, readCase } from './case.ts'
import { presentClaim, presentItem } from './present.ts'

const PAGE = 50
/** Separates the time and the stream in a list cursor. */
const BETWEEN = '~'

/** One list of everything that waits for staff. Decisions go to the routes of each feature. */
export function registerReviewDeskRoutes(app: App, services: Services, parts: DeskParts): void {
  const { pool, clock } = services
  const kinds = parts.sources.map(({ kind }) => kind)
  const sources = new Map(parts.sources.map((source) => [source.kind, source]))

  mount(app, services, contract.listReviews, async ({ query, caller }) => {
    const { asset, hours, claim, approvals, search, order = 'oldest', before } = query
    const limit = query.limit ?? PAGE
    const asked = parts.sources
      .filter(({ kind, reached }) => kind === (query.kind ?? kind) && (reached || !query.reached))
      .map(({ kind, reached }) => ({ kind, only: query.reached && reached?.(services) }))
    const [found, counts] = await Promise.all([
      listWaitingReviews(pool, {
        asked,
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
      items: items.flatMap((each) => {
        const source = sources.get(each.kind)
        return source ? [presentItem(each, source, caller.userId)] : []
      }),
      counts: Object.fromEntries(kinds.map((each) => [each, counts[each] ?? 0])),
      next: last ? `${last.since}${BETWEEN}${last.stream}` : null,
    }
  })

  mount(app, services, contract.summariseWaiting, async () => {
    const summaries = await summariseWaitingReviews(pool, kinds)
    return Object.fromEntries(summaries.map(({ kind, ...summary }) => [kind, summary]))
  })

  mount(app, services, contract.readReview, async ({ params: { kind, id }, caller }) => {
    const source = sources.get(kind)
    const found = source && (await readCase(services, parts, { source, id, me: caller.userId }))
    return found ?? refuse('item.unknown')
  })

  mount(app, services, contract.claimReview, async ({ params: { kind, id }, body, caller }) => {
    const source = sources.get(kind)
    if (!source) return refuse('item.unknown')
    const from = body?.take_over_from
    const notifiesOwner = source.showsClaims === true
    const asked = { stream: `${kind}-${id}`, by: caller.userId, from, notifiesOwner }
    const claim = await takeClaim(services, asked)
    return isRefusal(claim) ? claim : { claim: presentClaim(claim, caller.userId) }
  })

  mount(app, services, contract.releaseReview, async ({ params: { kind, id }, caller }) => {
    const notifiesOwner = sources.get(kind)?.showsClaims === true
    await releaseClaim(services, { stream: `${kind}-${id}`, by: caller.userId, notifiesOwner })
    return { message: msg('You have given up the claim on this case.') }
  })
}

/** The contract allows nothing else. */
function placeOf(place: string) {
  const [since = '', stream = ''] = place.split(BETWEEN)
  return { since, stream }
}
