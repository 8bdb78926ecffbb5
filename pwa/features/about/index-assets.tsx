import { usePrices } from '#pwa/hooks/use-prices.ts'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { PriceText } from '#pwa/ui/money.tsx'
import { about } from '#shared/operator-about.ts'

/** The assets of the index, with their prices where there are any. */
export function IndexAssets() {
  const { priceOf } = usePrices()
  return (
    <section className="flex flex-col gap-3 md:gap-4">
      <h2 className="font-semibold text-fg text-lg md:text-xl">Index assets</h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:gap-4 lg:grid-cols-6">
        {about.indexAssets.map((symbol) => {
          const price = priceOf(symbol)
          return (
            <li
              key={symbol}
              className="flex min-w-0 items-center gap-3 rounded-lg border border-line bg-surface p-3"
            >
              <CoinIcon symbol={symbol} />
              <span className="flex min-w-0 flex-col">
                <span className="font-semibold text-fg text-sm">{symbol}</span>
                {price === undefined ? (
                  <span className="text-fg-3 text-xs">—</span>
                ) : (
                  <PriceText price={price} className="text-fg-2 text-xs" />
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
