import { findUserNo } from '#server/facts/user-numbers.ts'
import type { Features } from '#server/feature.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { listCasesOf } from '#server/queries/cases.ts'
import { presentCases } from '#server/reviews/case-source.ts'
import type { Services } from '#server/services.ts'
import * as contract from '#shared/contract/cases.ts'
import { refuse } from '#shared/refusal.ts'
import { search } from './search.ts'

const PAGE_DEFAULT = 30

export function registerStaffSearchRoutes(app: App, services: Services, features: Features): void {
  const { pool } = services
  const { cases: sources } = features
  const kinds = sources.map(({ kind, label }) => ({ kind, label }))

  mount(app, services, contract.searchAsStaff, ({ query: { q }, caller }) =>
    search(pool, sources, { text: q, caller }),
  )

  mount(app, services, contract.listCasesOfUser, async ({ params, query }) => {
    const owner = await findUserNo(pool, params.userId)
    if (owner === undefined) return refuse('user.unknown')
    const { kind, limit = PAGE_DEFAULT, before } = query
    const asked = kinds.filter((each) => each.kind === (kind ?? each.kind))
    const page = { owner, kinds: asked.map((each) => each.kind), limit: limit + 1, before }
    const found = await listCasesOf(pool, page)
    const shown = found.slice(0, limit)
    const next = found.length > limit ? (shown.at(-1)?.stream ?? null) : null
    return { cases: presentCases(shown, sources), kinds, next }
  })
}
