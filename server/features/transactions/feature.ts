import { defineFeature, type Features } from '#server/feature.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { countNew, newestFirst } from '#server/projections/own-documents.ts'
import { findUserNo } from '#server/projections/user-numbers.ts'
import type { Services } from '#server/services.ts'
import {
  acknowledgeTransaction,
  countNewTransactions,
  listTransactions,
} from '#shared/contract/transactions.ts'
import { refuse } from '#shared/refusal.ts'
import { msg } from '#shared/text/t.ts'

const PAGE_DEFAULT = 100

export const transactionFeature = defineFeature({
  name: 'transactions',
  routes: registerTransactionRoutes,
})

function registerTransactionRoutes(
  app: App,
  services: Services,
  { transactions: sources }: Features,
): void {
  mount(app, services, listTransactions, async ({ params, query }) => {
    const owner = await findUserNo(services.pool, params.userId)
    if (owner === undefined) return refuse('item.unknown')
    const { type, limit = PAGE_DEFAULT, before } = query
    const page = {
      owner,
      withArchived: query.archived === 'true',
      isNew: query.new === undefined ? undefined : query.new === 'true',
      limit,
      before: before === undefined ? undefined : sources.map(({ kind }) => `${kind}-${before}`),
    }
    const asked = sources.filter((source) => !type || source.type === type)
    const lists = await Promise.all(asked.map((source) => source.list(services, page)))
    return lists.flat().sort(newestFirst).slice(0, limit)
  })

  mount(app, services, countNewTransactions, async ({ params }) => {
    const owner = await findUserNo(services.pool, params.userId)
    if (owner === undefined) return refuse('item.unknown')
    const kinds = sources.map(({ kind }) => kind)
    return { count: await countNew(services.pool, owner, kinds) }
  })

  mount(app, services, acknowledgeTransaction, async ({ body, caller, cause }) => {
    const source = sources.find(({ type }) => type === body.type)
    if (!source) return refuse('item.unknown')
    const refusal = await source.acknowledge(services, { id: body.id, caller, cause })
    return refusal ?? { message: msg('Acknowledged') }
  })
}
