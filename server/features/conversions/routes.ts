import { recordedTick } from '#server/events/event-definition.ts'
import { batchBalances } from '#server/ledger/batched-balances.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { newId } from '#server/platform/new-id.ts'
import { runCommand } from '#server/platform/run-command.ts'
import type { Listed } from '#server/projections/documents.ts'
import { listAsked } from '#server/projections/own-documents.ts'
import type { Services } from '#server/services.ts'
import * as contract from '#shared/contract/conversions.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import {
  type ConversionState,
  conversions,
  executeConversion,
  expiryOf,
  type Quote,
  quoteConversion,
} from './decider.ts'
import { signedQuotes } from './signed-quotes.ts'

export function registerConversionRoutes(app: App, services: Services): void {
  const { pool, log, clock, prices, config } = services
  const quotes = signedQuotes(config.masterKey)
  const readAvailable = batchBalances(pool)
  const currentTick = (symbol: string) => {
    const tick = prices.current(symbol)
    return tick && recordedTick(tick)
  }

  mount(app, services, contract.quoteConversion, async ({ body, caller, cause }) => {
    const { from, to, amount, userId: claimedUserId } = body
    const available = await readAvailable(caller.userNo, from)
    const quote = quoteConversion(
      { id: newId(clock), userId: caller.userId, claimedUserId, from, to, amount },
      {
        at: cause.metadata.at,
        available,
        fromTick: currentTick(from),
        toTick: currentTick(to),
      },
    )
    if (isRefusal(quote)) return quote
    const { id, quotedAt } = quote
    const expiresAt = expiryOf(quote)
    return { id, ...termsOf(quote), quotedAt, expiresAt, token: quotes.sign(quote) }
  })

  // The quote's id names the stream, so that a quote is used only once.
  mount(app, services, contract.confirmConversion, async ({ body, caller, cause }) => {
    const quote = quotes.open(body.quote)
    if (!quote) return refuse('convert.quote_unknown')
    const { userId, userNo } = caller
    const converted = await runCommand(log, {
      ...cause,
      aggregate: conversions,
      id: quote.id,
      isNew: true,
      owner: userNo,
      decideWith: async (state) =>
        executeConversion(
          state,
          { userId, userNo: String(userNo), claimedUserId: body.userId, quote },
          { at: cause.metadata.at, available: await readAvailable(userNo, quote.given.symbol) },
        ),
    })
    return isRefusal(converted) ? converted : presentConversion(converted)
  })

  mount(app, services, contract.listConversions, async (input) => {
    const own = await listAsked<ConversionState>(pool, conversions.kind, input)
    return isRefusal(own) ? own : own.map(presentConversion)
  })
}

/** A conversion as its owner reads it. */
function presentConversion({ id, state }: Listed<ConversionState>): contract.Conversion {
  return { id, ...termsOf(state), createdAt: state.executedAt }
}

function termsOf({ userId, given, received, fromTick, toTick }: Omit<Quote, 'id'>) {
  return {
    userId,
    from: given.symbol,
    to: received.symbol,
    amount: given.amount,
    received: received.amount,
    fromPrice: fromTick.price,
    toPrice: toTick.price,
  }
}
