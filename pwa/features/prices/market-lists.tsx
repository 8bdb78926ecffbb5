import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type Prices, usePrices } from '#pwa/hooks/use-prices.ts'
import { Age } from '#pwa/ui/age.tsx'
import { Badge } from '#pwa/ui/badge.tsx'
import { textLinkClass } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { type Column, column, DataList, figureColumn } from '#pwa/ui/data-list.tsx'
import { ChangeText, Missing, PriceText } from '#pwa/ui/money.tsx'
import { SearchField } from '#pwa/ui/search-field.tsx'
import { ShortText } from '#pwa/ui/short-text.tsx'
import { StatCards } from '#pwa/ui/stat.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import { SUPPLY_AS_OF } from '#shared/assets.ts'
import type { Price } from '#shared/contract/prices.ts'
import { formatDay, formatMarketValue, formatPercent, formatVolume } from '#shared/format.ts'
import { summariseMarket } from '#shared/rules/market.ts'
import { t } from '#shared/text/t.ts'

/** Source: docs/product.md, Market. */
const RATES_SHOWN = 10

export function MarketRates() {
  const { data, priceOf, error, refetch } = usePrices()
  return (
    <Card
      title={t('Market Rates')}
      flush
      action={
        <Link to="/market" className={textLinkClass}>
          {t('All markets')}
        </Link>
      }
    >
      <DataList
        label={t('Market Rates')}
        query={{ error, refetch }}
        columns={rateColumns(priceOf)}
        rows={data?.filter(({ symbol }) => symbol !== 'USDT').slice(0, RATES_SHOWN)}
        rowKey={({ symbol }) => symbol}
        expected={RATES_SHOWN}
        empty={
          <EmptyState title={t('No data')}>{t('Prices appear as soon as they arrive.')}</EmptyState>
        }
      />
    </Card>
  )
}

export function MarketList() {
  const { data, priceOf, error, refetch } = usePrices()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const rows = data?.filter(({ symbol, name }) =>
    [symbol, name].some((text) => text.toLowerCase().includes(wanted)),
  )
  return (
    <div className="flex flex-col gap-4">
      <SearchField
        label={t('Search markets')}
        placeholder={t('Search by name or symbol')}
        value={search}
        onChange={setSearch}
      />
      <Card flush>
        <DataList
          label={t('Markets')}
          query={{ error, refetch }}
          columns={[...rateColumns(priceOf), volumeColumn(priceOf)]}
          rows={rows}
          rowKey={({ symbol }) => symbol}
          expected={12}
          empty={
            <EmptyState title={t('No data')}>
              {wanted
                ? t('Nothing matches “{search}”. Try a symbol such as ETH.', {
                    search: search.trim(),
                  })
                : ''}
            </EmptyState>
          }
        />
      </Card>
    </div>
  )
}

/** Name, price and change of an asset; a change is as old as the price beside it. */
export function rateColumns(priceOf: Prices['priceOf']): Column<Price>[] {
  return [
    column(t('Name'), 'title', ({ symbol, name }) => (
      <span className="flex items-center gap-3">
        <CoinIcon symbol={symbol} />
        <span className="flex min-w-0 flex-col">
          <span className="flex items-center gap-2">
            {symbol}
            {symbol === 'BTC' && <Badge tone="accent">KING</Badge>}
          </span>
          <ShortText className="font-normal text-fg-3 text-xs">{name}</ShortText>
        </span>
      </span>
    )),
    figureColumn(t('Price'), 'value', ({ symbol }) => <PriceText price={priceOf(symbol)} />),
    figureColumn(
      t('{use, select, noun {Change} other {Change}}', { use: 'noun' }),
      'aside',
      ({ symbol, change24h }) => (
        <ChangeText percent={priceOf(symbol) === undefined ? undefined : change24h} />
      ),
    ),
  ]
}

function volumeColumn(priceOf: Prices['priceOf']): Column<Price> {
  return {
    header: t('Volume'),
    align: 'end',
    phone: 'hidden',
    cell: ({ symbol, volume24h }) =>
      priceOf(symbol) === undefined || volume24h === null ? <Missing /> : formatVolume(volume24h),
  }
}

export function MarketSummaryCards() {
  const { data, lastKnownOf } = usePrices()
  const summary = data && summariseMarket(data, lastKnownOf)
  const { assets, marketCap, volume24h, btcDominance, asOf } = summary ?? {}
  const figures = [
    { label: t('Total assets'), value: assets },
    { label: t('Market cap'), value: marketCap && formatMarketValue(marketCap) },
    { label: t('24h volume'), value: volume24h && formatMarketValue(volume24h) },
    { label: t('BTC dominance'), value: btcDominance && formatPercent(btcDominance) },
  ]
  return (
    <section aria-label={t('Market summary')} className="flex flex-col gap-2">
      <StatCards stats={figures} className="grid-cols-2 lg:grid-cols-4" />
      <p className="text-fg-3 text-xs">
        {t('For the assets listed here, with circulating supply as of {day}.', {
          day: formatDay(SUPPLY_AS_OF),
        })}{' '}
        {asOf && <Age at={asOf} />}
      </p>
    </section>
  )
}
