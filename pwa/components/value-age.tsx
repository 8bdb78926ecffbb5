import { Age, CachedAge } from '#pwa/ui/age.tsx'
import type { PortfolioValue } from '#shared/rules/portfolio.ts'
import { t } from '#shared/text/t.ts'

interface ValueAgeProps {
  value: PortfolioValue
  of: Parameters<typeof CachedAge>[0]['of']
}

/** As of when the whole of a sum is known; nothing while it is current. */
export function ValueAge({ value, of }: ValueAgeProps) {
  return value.asOf === undefined ? <CachedAge of={of} /> : <Age at={value.asOf} />
}

/** The parts of a sum whose prices are not current, or were never known. */
export function PriceGaps({ value: { stale, unpriced } }: Pick<ValueAgeProps, 'value'>) {
  return (
    <>
      {stale.length > 0 && (
        <span>{t('{symbols}: Price not available', { symbols: stale.join(', ') })}</span>
      )}
      {unpriced.length > 0 && (
        <span>{t('Without {symbols}: Price not available', { symbols: unpriced.join(', ') })}</span>
      )}
    </>
  )
}
