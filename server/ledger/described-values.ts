import { formatDifference, formatLimit } from '#shared/format.ts'
import type { Decimal } from '#shared/money.ts'
import { type Text, textOf } from '#shared/text/t.ts'

/** The values in descriptions of movements, as their messages need them. */

/** Omits a part of a message that selects by this value. */
export const NONE = 'none'

interface Money {
  readonly amount: Decimal
  readonly symbol: string
}

type Change = Money & { readonly direction: 'credit' | 'debit' }

/** An adjustment of several balances is one movement. */
export function adjustment(changes: readonly Change[], reason: string): Text {
  return textOf('Our staff adjusted your balance ({changes}): {reason}', {
    changes: signedChanges(changes),
    reason: sentence(reason),
  })
}

/** "+5,000 USDT, −0.1 BTC". */
export function signedChanges(changes: readonly Change[]): string {
  const signed = changes.map(
    ({ direction, amount, symbol }) =>
      `${formatDifference(direction === 'credit' ? amount : `-${amount}`)} ${symbol}`,
  )
  return signed.join(', ')
}

export function text({ amount, symbol }: Money): string {
  return `${formatLimit(amount)} ${symbol}`
}

/** What a user or staff wrote, with a full stop; NONE for nothing. */
export function sentence(words: string | null): string {
  if (!words) return NONE
  return /[.!?]$/.test(words) ? words : `${words}.`
}

/** "BTC" of "BTC/USDT". */
export function base(pair: string): string {
  return pair.split('/')[0] ?? pair
}

/** "USDT" of "BTC/USDT". */
export function quote(pair: string): string {
  return pair.split('/')[1] ?? ''
}
