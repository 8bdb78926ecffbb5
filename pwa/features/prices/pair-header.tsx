import type { ReactNode } from 'react'
import { usePrices } from '#pwa/hooks/use-prices.ts'
import { ChangeText } from '#pwa/ui/change-text.tsx'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { Missing, PriceText } from '#pwa/ui/money.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { formatVolume } from '#shared/format.ts'

interface PairHeaderProps {
  base: string
  pair: string
  /** Stands in the place of the pair's name: a choice of pairs. */
  picker?: ReactNode
}

/** The pair and its live price: what the eye meets first. */
export function PairHeader({ base, pair, picker }: PairHeaderProps) {
  const { data, priceOf } = usePrices()
  const row = data?.find(({ symbol }) => symbol === base)
  const price = priceOf(base)
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-1 md:gap-x-10">
      <div className="flex items-center gap-3 max-md:flex-1">
        <span className="max-[22.5rem]:hidden">
          <CoinIcon symbol={base} />
        </span>
        {picker ?? (
          <div>
            <h1 className="font-semibold text-fg text-lg">{pair}</h1>
            <p className="text-fg-3 text-xs">{row?.name ?? base}</p>
          </div>
        )}
      </div>
      <div className="flex min-h-13 flex-col max-md:items-end">
        {!data && <Skeleton className="my-1 h-6 w-28" />}
        {data && price === undefined && (
          <span className="my-auto font-semibold text-fg-2">Price not available</span>
        )}
        {data && price !== undefined && (
          <>
            <PriceText price={price} className="font-semibold text-fg text-xl" />
            <ChangeText percent={row?.change24h} className="font-medium text-sm" />
          </>
        )}
      </div>
      <p className="flex gap-1.5 text-fg-3 text-xs max-md:w-full max-md:justify-end md:flex-col md:gap-1">
        24h volume
        <span className="num text-fg-2 md:font-medium md:text-fg md:text-sm">
          {row?.volume24h == null ? <Missing /> : `${formatVolume(row.volume24h)} USDT`}
        </span>
      </p>
    </header>
  )
}
