import { useTrend } from '#pwa/features/prices/use-candles.ts'
import { Sparkline } from '#pwa/ui/sparkline.tsx'

/** The way of the last day, drawn; the change beside it says the same in words. */
export function PriceTrend({ symbol }: { symbol: string }) {
  return <Sparkline values={useTrend(symbol)} className="h-8 w-full md:h-10 md:w-28" />
}
