import { ChangeText } from '#pwa/ui/change-text.tsx'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { PriceText } from '#pwa/ui/price-text.tsx'
import { Stat } from '#pwa/ui/stat.tsx'
import { formatVolume } from '#shared/format.ts'
import { usePrices } from './use-prices.ts'

interface PairHeaderProps {
  base: string
  pair: string
}

/** The pair and its live price: what the eye meets first. */
export function PairHeader({ base, pair }: PairHeaderProps) {
  const { data, priceOf } = usePrices()
  const row = data?.find(({ symbol }) => symbol === base)
  const price = priceOf(base)
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
      <div className="flex items-center gap-3">
        <CoinIcon symbol={base} />
        <div>
          <h1 className="font-semibold text-fg text-lg">{pair}</h1>
          <p className="text-fg-3 text-xs">{row?.name ?? base}</p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-2">
        <div className="flex flex-col">
          {price === undefined ? (
            <span className="font-semibold text-fg-2">Price not available</span>
          ) : (
            <PriceText price={price} className="font-semibold text-2xl text-fg" />
          )}
          <ChangeText percent={price === undefined ? undefined : row?.change24h} />
        </div>
        <Stat
          label="24h volume"
          value={row?.volume24h == null ? undefined : `${formatVolume(row.volume24h)} USDT`}
        />
      </div>
    </header>
  )
}
