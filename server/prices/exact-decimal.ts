import { type Decimal, formatUnits, tryParseUnits, type Units } from '#shared/money.ts'

const NUMBER = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/
const DECIMALS = 8

/**
 * Parses a number as written by a market, including an exponent, without converting it to a float.
 * Decimals beyond the eighth are cut off.
 */
export function decimalOf(text: string): Decimal | undefined {
  const match = NUMBER.exec(text)
  if (!match) return undefined
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const point = whole.length + Number(exponent)
  const digits = (whole + fraction).padStart(whole.length + fraction.length - point, '0')
  const padding = digits.length - whole.length - fraction.length
  const at = point + padding
  const shiftedWhole = digits.padEnd(at, '0').slice(0, at) || '0'
  const shiftedFraction = digits.slice(at).slice(0, DECIMALS)
  const units = tryParseUnits(`${shiftedWhole}.${shiftedFraction || '0'}`)
  if (units === undefined) return undefined
  return formatUnits(sign === '-' ? -units : units)
}

/** Parses JSON and keeps every number as its original text. */
export function parseJsonExactly(text: string): unknown {
  const keepText = function (this: unknown, _key: string, value: unknown, context: JsonContext) {
    return typeof value === 'number' ? context.source : value
  }
  return JSON.parse(text, keepText as (this: unknown, key: string, value: unknown) => unknown)
}

/** TypeScript's library does not declare the third argument of a reviver yet. */
interface JsonContext {
  readonly source: string
}

/** The difference between two prices in percent, cut to two decimals: "-1.25". */
export function percentChange(from: Units, to: Units): Decimal {
  return formatUnits((((to - from) * 10_000n) / from) * 1_000_000n)
}
