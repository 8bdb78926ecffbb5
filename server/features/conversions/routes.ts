import { batchBalances } from '#server/ledger/batched-balances.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { listOwnDocuments } from '#server/projections/own-documents.ts'
import { findUserNo } from '#server/projections/user-numbers.ts'
import type { Services } from '#server/services.ts'
import {
  confirmConversion,
  listConversions,
  quoteConversion,
} from '#shared/contract/conversions.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import { type ConversionState, conversions } from './decider.ts'
import { type ConversionDesk, confirmQuote, makeQuote } from './handler.ts'
import { presentConversion, presentQuote } from './present.ts'
import { signedQuotes } from './signed-quotes.ts'

export function registerConversionRoutes(app: App, services: Services): void {
  const { pool, log, clock, prices, config } = services
  const quotes = signedQuotes(config.masterKey)
  const desk: ConversionDesk = { log, clock, prices, quotes, readAvailable: batchBalances(pool) }

  mount(app, services, quoteConversion, async (input) => {
    const quote = await makeQuote(desk, input)
    return isRefusal(quote) ? quote : presentQuote(quote, quotes.sign(quote))
  })

  mount(app, services, confirmConversion, async (input) => {
    const converted = await confirmQuote(desk, input)
    return isRefusal(converted) ? converted : presentConversion(converted)
  })

  mount(app, services, listConversions, async ({ params, query, caller }) => {
    const isOwn = params.userId === caller.userId
    const owner = isOwn ? caller.userNo : await findUserNo(pool, params.userId)
    if (owner === undefined) return refuse('item.unknown')
    const { limit, before } = query
    const found = await listOwnDocuments<ConversionState>(pool, {
      kind: conversions.kind,
      owner,
      limit,
      before: before === undefined ? undefined : [`${conversions.kind}-${before}`],
    })
    return found.map(presentConversion)
  })
}
