import { titleOfType } from '#server/events/event-title.ts'
import { defineFeature, type Features } from '#server/feature.ts'
import { catalogueOfReader } from '#server/identity/recipients.ts'
import { sendCsv } from '#server/platform/csv.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { readActingStaff } from '#server/queries/audit-lines.ts'
import { readEventProof, readStreamSteps } from '#server/queries/event-proof.ts'
import { namedByIds } from '#server/queries/people.ts'
import { findStreamOwner } from '#server/queries/stream-owner.ts'
import type { Services } from '#server/services.ts'
import * as contract from '#shared/contract/audit.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import { tryTimeZone } from '#shared/time-zone.ts'
import { exportPieces } from './export.ts'
import { peopleOf, presentEvent, presentPerson } from './present.ts'
import { below, openSearch, readPage } from './search.ts'

const PAGE_DEFAULT = 50

/** The log as staff read it: who did what to whom, and when. */
export const auditFeature = defineFeature({
  name: 'audit',
  routes: registerAuditRoutes,
})

function registerAuditRoutes(app: App, services: Services, { auditAreas }: Features): void {
  const { pool, clock } = services
  const needs = { ...services, areas: auditAreas }

  mount(app, services, contract.listAudit, async ({ query }) => {
    const { limit = PAGE_DEFAULT, before, ...asked } = query
    const search = await openSearch(needs, asked)
    if (!search) return { lines: [], next: null }
    // Not a failure to load the list, and not the same as a user without acts.
    if (isRefusal(search)) return { lines: [], next: null, is_user_unknown: true as const }
    const filter = before === undefined ? search : below(search, BigInt(before))
    const lines = await readPage(needs, filter, limit)
    const last = lines.length === limit ? lines.at(-1) : undefined
    return { lines, next: last?.position ?? null }
  })

  mount(app, services, contract.readAuditFilters, async () => {
    const staff = await namedByIds(pool, await readActingStaff(pool))
    const byName = staff.map(presentPerson).sort((left, right) => {
      const [one, other] = [left.name ?? left.display_id, right.name ?? right.display_id]
      return (one ?? '').localeCompare(other ?? '')
    })
    const areas = auditAreas.map(({ area, label, types }) => ({
      area,
      label,
      types: types.map((type) => ({ type, title: titleOfType(type) })),
    }))
    return { staff: byName, areas }
  })

  mount(app, services, contract.readAuditedEvent, async ({ params }) => {
    const proof = await readEventProof(pool, BigInt(params.position))
    if (!proof) return refuse('item.unknown')
    const [history, owner] = await Promise.all([
      readStreamSteps(pool, proof),
      findStreamOwner(pool, proof.stream),
    ])
    const people = await peopleOf(
      pool,
      [proof, ...history.steps].map(({ metadata }) => metadata),
      owner === undefined ? [] : [owner],
    )
    const subject = owner === undefined ? null : String(owner)
    return presentEvent(needs, { proof, subject }, history, people)
  })

  mount(app, services, contract.exportAudit, async ({ query, caller, request }) => {
    const { zone: name, ...asked } = query
    const zone = tryTimeZone(name)
    if (!zone) throw new Error('the contract lets time zones through, and nothing else')
    const search = await openSearch(needs, asked)
    if (search && isRefusal(search)) return search
    const today = zone.isoOf(clock.now()).slice(0, 10)
    const language = await catalogueOfReader(pool, caller.userId)
    const pieces = exportPieces(needs, search, { zone, language })
    return sendCsv(request.http.reply, `audit-${today}`, pieces)
  })
}
