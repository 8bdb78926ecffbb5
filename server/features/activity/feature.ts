import { lastPositionBefore } from '#server/events/last-position-before.ts'
import { readBalancesAsOf } from '#server/facts/balances-as-of.ts'
import { ownerOf } from '#server/facts/user-numbers.ts'
import { defineFeature, type Features } from '#server/feature.ts'
import { catalogueOfReader } from '#server/identity/recipients.ts'
import { formatBalance } from '#server/ledger/balances.ts'
import { typesOfKind } from '#server/ledger/describe-event.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { readActivity } from '#server/queries/activity.ts'
import { readOwnEventProof, readStreamSteps } from '#server/queries/event-proof.ts'
import { displayIdsOf } from '#server/queries/people.ts'
import { readSecurityEvents } from '#server/queries/security-events.ts'
import type { Services } from '#server/services.ts'
import * as contract from '#shared/contract/activity.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { STATEMENT_DAYS_MAX, STATEMENT_LINES_MAX } from '#shared/rules/activity.ts'
import { epochMsOf, instantOf } from '#shared/time.ts'
import { daysBetween, tryTimeZone } from '#shared/time-zone.ts'
import { presentLine, presentReason, presentSecurityEvent } from './present.ts'
import { openStatement, statementPieces } from './statement.ts'

const PAGE_DEFAULT = 50

/** What moved a user's balances, why, and what they were, read from the log. */
export const activityFeature = defineFeature({
  name: 'activity',
  routes: registerActivityRoutes,
})

function registerActivityRoutes(app: App, services: Services, features: Features): void {
  const { pool, log, catalog, clock } = services
  const kinds = features.aggregates.map(({ kind }) => kind)

  mount(app, services, contract.listActivity, async ({ params, query, caller }) => {
    const userNo = await ownerOf(pool, params.userId, caller)
    if (userNo === undefined) return refuse('item.unknown')
    const { kind, symbol, from, to, limit = PAGE_DEFAULT, before } = query
    const after = from === undefined ? 0n : await lastPositionBefore(pool, epochMsOf(from))
    const end = to === undefined ? await log.head() : await lastPositionBefore(pool, epochMsOf(to))
    const upTo = before !== undefined && BigInt(before) <= end ? BigInt(before) - 1n : end
    const moved = await readActivity(pool, {
      userNo,
      within: { after, upTo },
      types: kind && typesOfKind(kind),
      symbol,
      order: 'newest first',
      limit,
    })
    const isFull = new Set(moved.map(({ position }) => position)).size === limit
    const last = isFull ? moved.at(-1) : undefined
    const lines = moved.map((each) => presentLine(catalog, each))
    return { lines, next: last ? String(last.position) : null }
  })

  mount(app, services, contract.explainActivity, async ({ params, caller }) => {
    const userNo = await ownerOf(pool, params.userId, caller)
    if (userNo === undefined) return refuse('item.unknown')
    const position = BigInt(params.position)
    const proof = await readOwnEventProof(pool, userNo, position)
    if (!proof) return refuse('item.unknown')
    const [moved, { steps, count }] = await Promise.all([
      readActivity(pool, {
        userNo,
        within: { after: position - 1n, upTo: position },
        order: 'newest first',
        limit: 1,
      }),
      readStreamSteps(pool, proof),
    ])
    const actors = [proof, ...steps].flatMap(({ metadata }) => metadata.actor.id ?? [])
    const displayIds = await displayIdsOf(pool, actors)
    return presentReason(catalog, { proof, moved, steps, count, displayIds })
  })

  mount(app, services, contract.listSecurityEvents, async ({ params, query, caller }) => {
    const { userId } = params
    if ((await ownerOf(pool, userId, caller)) === undefined) return refuse('item.unknown')
    const { limit = PAGE_DEFAULT, before } = query
    const types = features.securityTypes
    const events = await readSecurityEvents(pool, { userId, kinds, types, limit, before })
    const actors = events.flatMap(({ metadata }) => metadata.actor.id ?? [])
    const displayIds = await displayIdsOf(pool, actors)
    const last = events.length === limit ? events.at(-1) : undefined
    const lines = events.map((event) => presentSecurityEvent(event, displayIds))
    return { lines, next: last?.position ?? null }
  })

  mount(app, services, contract.readBalancesAt, async ({ params, query, caller }) => {
    const userNo = await ownerOf(pool, params.userId, caller)
    if (userNo === undefined) return refuse('item.unknown')
    const { at = instantOf(clock.now()) } = query
    const isNow = query.at === undefined
    // Times are shown to the millisecond, so everything within the given millisecond is included.
    const position = isNow ? await log.head() : await lastPositionBefore(pool, epochMsOf(at) + 1)
    const balances = await readBalancesAsOf(pool, userNo, position)
    return {
      at: instantOf(epochMsOf(at)),
      position: String(position),
      balances: balances.map(formatBalance),
    }
  })

  mount(app, services, contract.readStatement, async ({ params, query, caller, request }) => {
    const userNo = await ownerOf(pool, params.userId, caller)
    if (userNo === undefined) return refuse('item.unknown')
    const zone = tryTimeZone(query.zone)
    if (!zone) throw new Error('the contract lets time zones through, and nothing else')
    const period = { from: query.from, to: query.to, zone }
    const refusal = periodRefusal(query)
    if (refusal) return refusal
    const statement = await openStatement(pool, userNo, period, clock.now())
    if (statement.lines > STATEMENT_LINES_MAX) {
      const { lines } = statement
      return refuse('statement.too_long', { lines, maximum: STATEMENT_LINES_MAX })
    }
    const name = `statement-${query.from}-to-${query.to}`
    const language = await catalogueOfReader(pool, caller.userId)
    return sendCsv(request.http.reply, name, statementPieces(services, statement, language))
  })
}

function periodRefusal({ from, to }: { from: string; to: string }): Refusal | undefined {
  const days = daysBetween(from, to)
  if (days >= 1 && days <= STATEMENT_DAYS_MAX) return undefined
  return refuse('statement.period_invalid', { maximum: STATEMENT_DAYS_MAX })
}
