import type { Listed } from '#server/projections/documents.ts'
import type { Conversion, ConversionQuote } from '#shared/contract/conversions.ts'
import { type ConversionState, expiryOf, type Quote } from './decider.ts'

/** A quote as the person who asked for it reads it. */
export function presentQuote(quote: Quote, token: string): ConversionQuote {
  const { id, quotedAt } = quote
  return { id, ...termsOf(quote), quotedAt, expiresAt: expiryOf(quote), token }
}

/** A conversion as its owner reads it. */
export function presentConversion({ id, state }: Listed<ConversionState>): Conversion {
  return { id, ...termsOf(state), createdAt: state.executedAt }
}

function termsOf({
  userId,
  given,
  received,
  fromTick,
  toTick,
}: Pick<Quote, 'userId' | 'given' | 'received' | 'fromTick' | 'toTick'>) {
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
