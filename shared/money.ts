/**
 * Money: `bigint` in 1e-8 units inside, a canonical decimal string on the wire and in events.
 *
 * A `number` never holds money: 0.1 + 0.2 is not 0.3 there, and 21 million bitcoin in 1e-8 units
 * would already use most of its exact range.
 */

/** 1e-8 of one unit of an asset (a satoshi of BTC, 1e-8 of a USDT). */
export type Units = bigint

/** A decimal string such as "1.5": no exponent, no sign but "-", at most 8 decimals. */
export type Decimal = string

const DECIMALS = 8
const ONE: Units = 10n ** BigInt(DECIMALS)

/** The longest whole part that the ledger accepts: amounts stay below 1e15 units of an asset. */
const WHOLE_DIGITS_MAX = 15
const RECORDABLE_BELOW: Units = 10n ** BigInt(WHOLE_DIGITS_MAX) * ONE

const PATTERN = /^(-?)(\d+)(?:\.(\d+))?$/

/**
 * Reads a decimal string exactly.
 *
 * @returns undefined if the text is no plain decimal, has more than 8 decimals that are not
 *   zero, or is too large; the caller owns the message.
 */
export function tryParseUnits(text: string): Units | undefined {
  return read(text, WHOLE_DIGITS_MAX)
}

/** Whether the ledger accepts an amount of this size. A sum or a value may be larger. */
export function isRecordable(units: Units): boolean {
  return units < RECORDABLE_BELOW && units > -RECORDABLE_BELOW
}

function read(text: string, wholeDigitsMax: number): Units | undefined {
  const match = PATTERN.exec(text)
  if (!match) return undefined
  const [, sign, whole = '', fraction = ''] = match
  const digits = whole.replace(/^0+(?=\d)/, '')
  const kept = fraction.length > DECIMALS ? fraction.replace(/0+$/, '') : fraction
  if (digits.length > wholeDigitsMax || kept.length > DECIMALS) return undefined
  const units = BigInt(digits + kept.padEnd(DECIMALS, '0'))
  return sign === '-' ? -units : units
}

/** A JSON number keeps any decimal of this many significant digits. */
const NUMBER_DIGITS_EXACT = 15

/**
 * Writes a JSON number as a decimal string.
 *
 * @returns undefined if the number may have been rounded on its way, or has more than 8 decimals
 */
export function tryDecimalOf(number: number): Decimal | undefined {
  // Below this, a number is written with an exponent.
  const text = Math.abs(number) < 1e-6 ? number.toFixed(DECIMALS) : String(number)
  const digits = text.replace(/^-?[0.]*/, '').replace('.', '')
  if (Number(text) !== number || digits.length > NUMBER_DIGITS_EXACT) return undefined
  const units = tryParseUnits(text)
  return units === undefined ? undefined : formatUnits(units)
}

/** As {@link tryParseUnits}; undefined for zero and below as well. */
export function tryParsePositive(text: string): Units | undefined {
  const units = tryParseUnits(text)
  return units !== undefined && units > 0n ? units : undefined
}

/**
 * Reads text that a schema has already checked, or that we wrote: sums and values have no limit.
 * Throws on anything else.
 */
export function parseUnits(text: Decimal): Units {
  const units = read(text, Number.POSITIVE_INFINITY)
  if (units === undefined) throw new Error(`not an amount: ${JSON.stringify(text)}`)
  return units
}

/** The canonical decimal string of an amount: "1.5", never "1.50000000" or "1e-8". */
export function formatUnits(units: Units): Decimal {
  const absolute = units < 0n ? -units : units
  const whole = (absolute / ONE).toString()
  const fraction = (absolute % ONE).toString().padStart(DECIMALS, '0').replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** As {@link formatUnits} with all 8 decimals: "1.50000000", where a text must show them. */
export function formatUnitsInFull(units: Units): Decimal {
  const [whole, fraction = ''] = formatUnits(units).split('.')
  return `${whole}.${fraction.padEnd(DECIMALS, '0')}`
}

/** The amount without the decimals after the first few. */
export function truncateUnits(units: Units, decimals: number): Units {
  return units - (units % 10n ** BigInt(DECIMALS - decimals))
}

/** The rounding direction of a result that does not fit 1e-8 units. Name it at every call. */
export type Rounding = 'down' | 'up'

function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  if (denominator <= 0n || numerator < 0n) throw new Error('money divides positive amounts only')
  const quotient = numerator / denominator
  return rounding === 'up' && quotient * denominator !== numerator ? quotient + 1n : quotient
}

/** amount × price, both in 1e-8 units: the cost in the quote asset. */
export function multiplyUnits(amount: Units, price: Units, rounding: Rounding): Units {
  return divide(amount * price, ONE, rounding)
}

/** value ÷ price, both in 1e-8 units: how much of the base asset a value buys. */
export function divideUnits(value: Units, price: Units, rounding: Rounding): Units {
  return divide(value * ONE, price, rounding)
}

/** amount × numerator ÷ denominator with whole-number factors: percentages, days of a year. */
export function scaleUnits(
  amount: Units,
  numerator: bigint,
  denominator: bigint,
  rounding: Rounding,
): Units {
  return divide(amount * numerator, denominator, rounding)
}
