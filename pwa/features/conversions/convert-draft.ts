import { describeRefusal } from '#shared/errors.ts'
import { formatConverted } from '#shared/format.ts'
import { type Decimal, formatUnits, parseUnits, tryParseUnits, type Units } from '#shared/money.ts'
import { conversionRate, convertedAmount } from '#shared/rules/conversions.ts'

/** What a person has entered so far. */
export interface ConvertDraft {
  readonly from: string
  readonly to: string
  readonly amount: string
}

export const EMPTY_CONVERSION: ConvertDraft = { from: 'USDT', to: 'BTC', amount: '' }

export interface ConvertFacts {
  /** Of what is given; undefined where no balance was ever read on this device. */
  readonly available: Decimal | undefined
  readonly priceOf: (symbol: string) => Decimal | undefined
}

/** The other way round; what was entered belongs to the asset that is given, so it goes. */
export function turned({ from, to }: ConvertDraft): ConvertDraft {
  return { from: to, to: from, amount: '' }
}

/** With one of the two assets chosen; an asset is never converted into itself. */
export function withAsset(draft: ConvertDraft, side: 'from' | 'to', symbol: string): ConvertDraft {
  const other = side === 'from' ? 'to' : 'from'
  if (draft[other] === symbol) return turned(draft)
  return { ...draft, [side]: symbol, ...(side === 'from' ? { amount: '' } : {}) }
}

/** What to say beside the amount. Source: docs/product.md, Conversions. */
export function amountProblem({ amount }: ConvertDraft, { available }: ConvertFacts) {
  const units = tryParseUnits(amount)
  if (units === undefined || available === undefined || units <= parseUnits(available)) {
    return undefined
  }
  return describeRefusal('convert.balance_insufficient', { available }).message
}

/** True when a quote can be asked for. Source: docs/product.md, Conversions. */
export function canContinue(draft: ConvertDraft, facts: ConvertFacts): boolean {
  const units = positive(draft.amount)
  const { available } = facts
  if (units === undefined || available === undefined || units > parseUnits(available)) return false
  return facts.priceOf(draft.from) !== undefined && facts.priceOf(draft.to) !== undefined
}

/** What the amount becomes at the prices on the screen; the quote says it for certain. */
export function estimateOf(draft: ConvertDraft, { priceOf }: ConvertFacts): Decimal | undefined {
  const units = positive(draft.amount)
  const [fromPrice, toPrice] = [priceOf(draft.from), priceOf(draft.to)]
  if (units === undefined || fromPrice === undefined || toPrice === undefined) return undefined
  return formatUnits(convertedAmount(units, parseUnits(fromPrice), parseUnits(toPrice)))
}

/** "1 BTC = 60,000.000000 USDT": the side of which one unit is worth more stands first. */
export function rateText(
  { from, to }: Pick<ConvertDraft, 'from' | 'to'>,
  prices: { readonly fromPrice: Decimal; readonly toPrice: Decimal },
): string {
  const [fromPrice, toPrice] = [parseUnits(prices.fromPrice), parseUnits(prices.toPrice)]
  const [one, other, rate] =
    fromPrice >= toPrice
      ? [from, to, conversionRate(fromPrice, toPrice)]
      : [to, from, conversionRate(toPrice, fromPrice)]
  return `1 ${one} = ${formatConverted(formatUnits(rate))} ${other}`
}

function positive(text: string): Units | undefined {
  const units = tryParseUnits(text)
  return units !== undefined && units > 0n ? units : undefined
}
