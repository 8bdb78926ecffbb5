import { t } from './t.ts'

/** "BTC, ETH and USDT": `Intl.ListFormat` takes a phone longer to create than a list to draw. */
export function allOf(items: readonly string[]): string {
  return joined(items, (first, last) => t('{first} and {last}', { first, last }))
}

/** "BTC, ETH or USDT" */
export function anyOf(items: readonly string[]): string {
  return joined(items, (first, last) => t('{first} or {last}', { first, last }))
}

function joined(items: readonly string[], end: (first: string, last: string) => string): string {
  const [last = '', ...before] = items.toReversed()
  if (before.length === 0) return last
  const first = before
    .toReversed()
    .reduce((written, next) => t('{first}, {next}', { first: written, next }))
  return end(first, last)
}
