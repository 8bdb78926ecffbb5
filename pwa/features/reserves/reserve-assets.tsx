import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { column, DataList, figureColumn } from '#pwa/ui/data-list.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { EmptyState } from '#pwa/ui/states.tsx'
import type { Reserves } from '#shared/contract/reserves.ts'
import { formatDateTime, formatPercent } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'
import { coverageOf, isHeld, isShown } from './coverage.ts'

type Asset = Reserves['assets'][number]

/** What is held of each asset beside what is owed, each with its date. */
export function ReserveAssets({ reserves }: { reserves: Reserves }) {
  return (
    <DataList
      label={t('Reserves and liabilities')}
      rows={reserves.assets.filter((asset) => isShown(asset, reserves))}
      rowKey={({ symbol }) => symbol}
      columns={columns(reserves)}
      empty={
        <EmptyState title={t('Nothing has been entered yet')}>
          {t('No address and no balance has been entered, and no liabilities were published.')}
        </EmptyState>
      }
    />
  )
}

function columns({ addresses }: Reserves) {
  return [
    column<Asset>(t('Asset'), 'title', ({ symbol }) => (
      <span className="flex items-center gap-2.5 font-semibold text-fg">
        <CoinIcon symbol={symbol} size="small" />
        {symbol}
      </span>
    )),
    figureColumn<Asset>(t('Coverage'), 'line', (asset) => {
      const coverage = coverageOf(asset)
      return coverage === undefined ? <Missing>{t('Unknown')}</Missing> : formatPercent(coverage)
    }),
    figureColumn<Asset>(t('Reserves'), 'line', ({ symbol, reserves, reserves_as_of }) => (
      <Dated
        amount={reserves}
        at={reserves_as_of}
        missing={isHeld(symbol, addresses) ? t('A balance is missing') : t('Not entered')}
      />
    )),
    figureColumn<Asset>(t('Liabilities'), 'line', ({ liabilities, liabilities_as_of }) => (
      <Dated amount={liabilities} at={liabilities_as_of} missing={t('Not published')} />
    )),
  ]
}

function Missing({ children }: { children: string }) {
  return <span className="text-fg-3">{children}</span>
}

interface DatedProps {
  readonly amount: string | null
  readonly at: string | null
  /** What is said if there is none. */
  readonly missing: string
}

function Dated({ amount, at, missing }: DatedProps) {
  if (amount === null || at === null) return <Missing>{missing}</Missing>
  return (
    <span className="flex flex-col items-end">
      <Money amount={amount} />
      <time dateTime={at} className="num text-fg-3 text-xs">
        {formatDateTime(at)}
      </time>
    </span>
  )
}
