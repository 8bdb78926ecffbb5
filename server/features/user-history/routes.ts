import { type App, mount } from '#server/platform/mount.ts'
import { findUserNo } from '#server/projections/user-numbers.ts'
import type { HistorySource } from '#server/reviews/history-source.ts'
import type { Services } from '#server/services.ts'
import {
  type HistoryEntry,
  type HistoryList,
  hideFutures,
  hideOrders,
  hideTradeHistory,
  hideTransactions,
  listUserHistory,
} from '#shared/contract/user-history.ts'
import { refuse } from '#shared/refusal.ts'
import { hideHistory } from './handler.ts'

const PAGE_DEFAULT = 50

/**
 * A user's histories for staff, and hiding their entries. Source: docs/product.md, Hidden entries.
 *
 * @param sources each noun that users have a history of
 */
export function registerUserHistoryRoutes(
  app: App,
  services: Services,
  sources: readonly HistorySource[],
): void {
  const sourcesOf = (...lists: readonly HistoryList[]) =>
    sources.filter(({ list }) => lists.includes(list))

  mount(app, services, listUserHistory, async ({ params, query }) => {
    const owner = await findUserNo(services.pool, params.userId)
    if (owner === undefined) return refuse('user.unknown')
    const { list, limit = PAGE_DEFAULT, before } = query
    const asked = sourcesOf(list)
    const page = {
      owner,
      limit,
      before: before === undefined ? undefined : asked.map(({ kind }) => `${kind}-${before}`),
    }
    const entries = await Promise.all(asked.map((source) => source.read(services.pool, page)))
    return entries.flat().sort(newestFirst).slice(0, limit)
  })

  mount(app, services, hideTradeHistory, async ({ body, cause }) => {
    const asked = { userId: body.userId, metadata: cause.metadata }
    const hidden = await hideHistory(services, sourcesOf('orders', 'futures'), asked)
    return answerOf(hidden, 'The trade history is hidden from the user.')
  })

  mount(app, services, hideOrders, async ({ body, cause }) => {
    const asked = { ...body, metadata: cause.metadata }
    const hidden = await hideHistory(services, sourcesOf('orders'), asked)
    return answerOf(hidden, 'The orders are hidden from the user.')
  })

  mount(app, services, hideFutures, async ({ body, cause }) => {
    const asked = { ...body, metadata: cause.metadata }
    const hidden = await hideHistory(services, sourcesOf('futures'), asked)
    return answerOf(hidden, 'Futures trade history is hidden from the user.')
  })

  mount(app, services, hideTransactions, async ({ body, cause }) => {
    const asked = { ...body, metadata: cause.metadata }
    const hidden = await hideHistory(services, sourcesOf('transactions'), asked)
    return answerOf(hidden, 'The transactions are hidden from the user.')
  })
}

function answerOf(hidden: Awaited<ReturnType<typeof hideHistory>>, message: string) {
  return typeof hidden === 'number' ? { message, hidden } : hidden
}

/** Ids are made of time, so they break a tie as the lists of one kind do. */
function newestFirst(one: HistoryEntry, other: HistoryEntry): number {
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? 1 : -1
  return one.id < other.id ? 1 : -1
}
