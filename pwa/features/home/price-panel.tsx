import { usePrices } from '#pwa/features/prices/use-prices.ts'
import { ChangeText } from '#pwa/ui/change-text.tsx'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { PriceText } from '#pwa/ui/price-text.tsx'

/** Source: spec 1 §2 Home. */
const SYMBOLS = ['BTC', 'ETH', 'TRX']

/** Three prices side by side. */
export function PricePanel() {
  const { data, priceOf } = usePrices()
  return (
    <ul className="grid grid-cols-3 gap-2 md:gap-4">
      {SYMBOLS.map((symbol) => (
        <li
          key={symbol}
          className="flex min-w-0 flex-col gap-1 rounded-lg border border-line bg-surface p-3 md:p-4"
        >
          <span className="flex items-center gap-2 font-medium text-fg-2 text-sm">
            <CoinIcon symbol={symbol} />
            {symbol}
          </span>
          <PriceText
            price={priceOf(symbol)}
            className="truncate font-semibold text-fg md:text-lg"
          />
          <ChangeText
            percent={
              priceOf(symbol) === undefined
                ? undefined
                : data?.find((price) => price.symbol === symbol)?.change24h
            }
            className="text-xs"
          />
        </li>
      ))}
    </ul>
  )
}
