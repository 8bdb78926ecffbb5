import { msg } from '#shared/text/t.ts'

/** Source: docs/product.md, Profile. */
export const CREDIT_SCORE_MAX = 850

/** An integer number of points within the range. */
export function isCreditScore(score: number): boolean {
  return Number.isInteger(score) && score >= 0 && score <= CREDIT_SCORE_MAX
}

const BANDS = [
  { from: 680, band: msg('Excellent') },
  { from: 595, band: msg('Good') },
  { from: 510, band: msg('Fair') },
  { from: 425, band: msg('Poor') },
] as const

export type CreditBand = (typeof BANDS)[number]['band'] | 'Very Poor'

/** The word for a credit score of 0 to 850 points. */
export function creditBandOf(score: number): CreditBand {
  return BANDS.find(({ from }) => score >= from)?.band ?? msg('Very Poor')
}
