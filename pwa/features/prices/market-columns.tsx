import type { Prices } from '#pwa/hooks/use-prices.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { ChangeText } from '#pwa/ui/change-text.tsx'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import type { Column } from '#pwa/ui/data-list.tsx'
import { PriceText } from '#pwa/ui/price-text.tsx'
import type { Price } from '#shared/contract/prices.ts'

/** Name, price and change of an asset; a change is as old as the price beside it. */
export function marketColumns(priceOf: Prices['priceOf']): Column<Price>[] {
  return [
    {
      header: 'Name',
      phone: 'title',
      cell: ({ symbol, name }) => (
        <span className="flex items-center gap-3">
          <CoinIcon symbol={symbol} />
          <span className="flex min-w-0 flex-col">
            <span className="flex items-center gap-2">
              {symbol}
              {symbol === 'BTC' && <Badge tone="accent">KING</Badge>}
            </span>
            <span className="truncate font-normal text-fg-3 text-xs">{name}</span>
          </span>
        </span>
      ),
    },
    {
      header: 'Price',
      align: 'end',
      phone: 'value',
      cell: ({ symbol }) => <PriceText price={priceOf(symbol)} />,
    },
    {
      header: 'Change',
      align: 'end',
      phone: 'aside',
      cell: ({ symbol, change24h }) => (
        <ChangeText percent={priceOf(symbol) === undefined ? undefined : change24h} />
      ),
    },
  ]
}
