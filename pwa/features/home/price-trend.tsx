import { useTrend } from '#pwa/hooks/use-candles.ts'
import { Sparkline } from '#pwa/ui/charts/sparkline.tsx'
import type { Decimal } from '#shared/money.ts'

interface PriceTrendProps {
  symbol: string
  /** What stands beside the line in words: both speak with one colour. */
  change: Decimal | null | undefined
}

/** The way of the last day, drawn. */
export function PriceTrend({ symbol, change }: PriceTrendProps) {
  return (
    <Sparkline
      values={useTrend(symbol)}
      rising={change == null ? undefined : !change.startsWith('-')}
      className="h-8 w-full md:h-10 md:w-28"
    />
  )
}
