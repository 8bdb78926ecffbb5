import { findUserNo } from '#server/facts/user-numbers.ts'
import { defineFeature, type Features } from '#server/feature.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { countNew, findBeginning, newestFirst } from '#server/queries/own-documents.ts'
import type { Services } from '#server/services.ts'
import {
  acknowledgeTransaction,
  countNewTransactions,
  listTransactions,
} from '#shared/contract/transactions.ts'
import { refuse } from '#shared/refusal.ts'
import { msg } from '#shared/text/t.ts'
import type { Instant } from '#shared/time.ts'

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
    const at = before && (await momentOf(services, sources, { owner, id: before }))
    if (before && !at) return []
    const page = {
      owner,
      withArchived: query.archived === 'true',
      isNew: query.new === undefined ? undefined : query.new === 'true',
      limit,
      behind: before && at ? { at, id: before } : undefined,
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

/** When an entry of any kind was made; undefined: the user has none with this id. */
async function momentOf(
  services: Services,
  sources: Features['transactions'],
  entry: { readonly owner: bigint; readonly id: string },
): Promise<Instant | undefined> {
  const { owner, id } = entry
  const streams = sources.map(({ kind }) => `${kind}-${id}`)
  const begun = await findBeginning(services.pool, owner, streams)
  if (begun) return begun
  const others = await Promise.all(sources.map((source) => source.momentOf?.(services, entry)))
  return others.find((each) => each !== undefined)
}
