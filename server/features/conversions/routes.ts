import { type App, mount } from '#server/platform/mount.ts'
import type { Listed } from '#server/projections/documents.ts'
import { listAsked } from '#server/queries/own-documents.ts'
import type { Services } from '#server/services.ts'
import {
  type Conversion,
  type ConversionQuote,
  confirmConversion,
  listConversions,
  quoteConversion,
  readConversionTerms,
} from '#shared/contract/conversions.ts'
import { formatUnits } from '#shared/money.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import { instantOf } from '#shared/time.ts'
import { type ConversionState, conversions, expiryOf, type Quote } from './decider.ts'
import { conversionDesk } from './handler.ts'

export function registerConversionRoutes(app: App, services: Services): void {
  const { pool, clock, config } = services
  const desk = conversionDesk(services)

  mount(app, services, readConversionTerms, async ({ caller }) => {
    const convertedToday = await desk.convertedToday(caller.userNo, instantOf(clock.now()))
    return { ...config.conversions, convertedToday: formatUnits(convertedToday) }
  })

  mount(app, services, quoteConversion, async (input) => {
    const { userId: claimedUserId, ...asked } = input.body
    const quote = await desk.quote({ ...asked, claimedUserId }, input)
    return isRefusal(quote) ? quote : presentQuote(quote)
  })

  mount(app, services, confirmConversion, async (input) => {
    const converted = await desk.confirm(input)
    if (!isRefusal(converted)) return presentConversion(converted)
    if (converted.refused !== 'price.moved') return converted
    const quote = await desk.quoteAgain(input)
    if (isRefusal(quote)) return quote
    return refuse('price.moved', { ...converted.details, quote: presentQuote(quote) })
  })

  mount(app, services, listConversions, async (input) => {
    const own = await listAsked<ConversionState>(pool, conversions.kind, input)
    return isRefusal(own) ? own : own.map(presentConversion)
  })
}

function presentQuote(quote: Quote): ConversionQuote {
  const { id, quotedAt } = quote
  return { id, ...termsOf(quote), quotedAt, expiresAt: expiryOf(quote) }
}

/** A conversion as shown to its owner. */
function presentConversion({ id, state }: Listed<ConversionState>): Conversion {
  return { id, ...termsOf(state), createdAt: state.executedAt }
}

type Terms = Omit<ConversionState, 'status' | 'userNo' | 'executedAt'>

function termsOf({ userId, given, received, fromTick, toTick, spreadPercent = '0' }: Terms) {
  return {
    userId,
    from: given.symbol,
    to: received.symbol,
    amount: given.amount,
    received: received.amount,
    fromPrice: fromTick.price,
    toPrice: toTick.price,
    spreadPercent,
  }
}
