import { findUserNo } from '#server/facts/user-numbers.ts'
import { defineFeature, type Features } from '#server/feature.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { findBeginning, newestFirst } from '#server/queries/own-documents.ts'
import type { Services } from '#server/services.ts'
import * as contract from '#shared/contract/user-history.ts'
import { refuse } from '#shared/refusal.ts'
import { msg } from '#shared/text/t.ts'
import { userHistory } from './decider.ts'
import { userHistoryEvents } from './events.ts'
import { hideHistory } from './handler.ts'

const PAGE_DEFAULT = 50

type HidingRoute =
  | typeof contract.hideTradeHistory
  | typeof contract.hideOrders
  | typeof contract.hideFutures
  | typeof contract.hideTransactions

/**
 * A user's histories as staff see them, and hiding entries. Source: docs/product.md, Hidden
 * entries.
 */
export const userHistoryFeature = defineFeature({
  name: 'user-history',
  events: userHistoryEvents,
  audit: { area: 'user-history', label: msg('User histories') },
  aggregate: userHistory,
  live: null,
  routes: registerUserHistoryRoutes,
})

function registerUserHistoryRoutes(
  app: App,
  services: Services,
  { histories: sources }: Features,
): void {
  const sourcesOf = (...lists: readonly contract.HistoryList[]) =>
    sources.filter(({ list }) => lists.includes(list))

  mount(app, services, contract.listUserHistory, async ({ params, query }) => {
    const owner = await findUserNo(services.pool, params.userId)
    if (owner === undefined) return refuse('user.unknown')
    const { list, limit = PAGE_DEFAULT, before } = query
    const asked = sourcesOf(list)
    const streams = asked.map(({ kind }) => `${kind}-${before}`)
    const at = before && (await findBeginning(services.pool, owner, streams))
    if (before && !at) return []
    const page = { owner, limit, behind: before && at ? { at, id: before } : undefined }
    const entries = await Promise.all(asked.map((source) => source.read(services.pool, page)))
    return entries.flat().sort(newestFirst).slice(0, limit)
  })

  const mountHiding = (
    route: HidingRoute,
    lists: readonly contract.HistoryList[],
    message: string,
  ) =>
    mount(app, services, route, async ({ body, caller, cause }) => {
      if (body.userId === caller.userId) return refuse('access.own_account')
      const hidden = await hideHistory(services, sourcesOf(...lists), { ...body, cause })
      return typeof hidden === 'number' ? { message, hidden } : hidden
    })

  mountHiding(
    contract.hideTradeHistory,
    ['orders', 'futures'],
    msg('The trade history is hidden from the user.'),
  )
  mountHiding(contract.hideOrders, ['orders'], msg('The orders are hidden from the user.'))
  mountHiding(
    contract.hideFutures,
    ['futures'],
    msg('Futures trade history is hidden from the user.'),
  )
  mountHiding(
    contract.hideTransactions,
    ['transactions'],
    msg('The transactions are hidden from the user.'),
  )
}
