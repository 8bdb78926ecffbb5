import { Age } from '#pwa/ui/age.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { PartMark } from '#pwa/ui/charts/step-chart.tsx'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { type Column, DataList, figureColumn } from '#pwa/ui/data-list.tsx'
import { Missing, Money } from '#pwa/ui/money.tsx'
import { rich } from '#pwa/ui/rich.ts'
import { EmptyState } from '#pwa/ui/states.tsx'
import type { Analytics, Liability } from '#shared/contract/analytics.ts'
import { formatUsd } from '#shared/format.ts'
import { type Decimal, formatUnits, parseUnits } from '#shared/money.ts'
import { allOf } from '#shared/text/listed.ts'
import { msg, t } from '#shared/text/t.ts'
import { largestOf, shareOf } from './scales.ts'

const PARTS = [msg('Available'), msg('Frozen'), msg('Promised')]

export function LiabilitiesCard({ liabilities }: Pick<Analytics, 'liabilities'>) {
  const { assets, value, loansValue, asOf, unpriced } = liabilities
  const widest = largestOf(assets.map((asset) => asset.value ?? '0'))
  return (
    <Card
      title={
        value === null
          ? t('Open liabilities: value not known')
          : t('Open liabilities: {value}', { value: formatUsd(value) })
      }
      flush
    >
      <p className="px-4 pb-3 text-fg-3 text-xs">
        {rich(
          'At this moment, for any period: what users own, the interest promised on open stakes, and the most that open futures trades can pay beyond their stakes. Loans still to be repaid offset them: {loans}.',
          {
            loans: (
              <bdi className="num text-fg-2">
                {loansValue === null ? t('Price not available') : formatUsd(loansValue)}
              </bdi>
            ),
          },
        )}{' '}
        {unpriced.length > 0 &&
          t('No price of {symbols} is available.', { symbols: allOf(unpriced) })}{' '}
        {asOf && <Age at={asOf} />}
      </p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 px-4 pb-2 text-fg-2 text-xs">
        {PARTS.map((part, index) => (
          <li key={part} className="flex items-center gap-1.5">
            <PartMark index={index} />
            {t(part)}
          </li>
        ))}
      </ul>
      <DataList
        label={t('Open liabilities')}
        columns={columnsFor(widest)}
        rows={assets}
        rowKey={({ symbol }) => symbol}
        empty={
          <EmptyState title={t('Nothing is owed')}>{t('No user owns anything yet.')}</EmptyState>
        }
      />
    </Card>
  )
}

function columnsFor(widest: Decimal): readonly Column<Liability>[] {
  return [
    {
      header: t('Asset'),
      phone: 'title',
      cell: (asset) => <Asset asset={asset} widest={widest} />,
    },
    figureColumn(t('Users own'), 'line', ({ available, frozen }) => (
      <Figure amount={sumOf(available, frozen)} notes={[[msg('Frozen {amount}'), frozen]]} />
    )),
    figureColumn(t('Promised'), 'line', (asset) => (
      <Figure
        amount={promised(asset)}
        notes={[
          [msg('Interest {amount}'), asset.stakingInterest],
          [msg('Payouts {amount}'), asset.futuresPayouts],
        ]}
      />
    )),
    figureColumn(t('Total'), 'line', ({ total, loans }) => (
      <Figure amount={total} notes={[[msg('Loans to be repaid {amount}'), loans]]} />
    )),
    figureColumn(t('Value'), 'value', ({ value }) =>
      value === null ? (
        <Missing label={t('Price not available')} />
      ) : (
        <Money amount={value} as="usd" />
      ),
    ),
  ]
}

interface FigureProps {
  amount: Decimal
  /** What it is made of, where there is any of it. */
  notes: readonly (readonly [message: string, amount: Decimal])[]
}

function Figure({ amount, notes }: FigureProps) {
  return (
    <span className="flex flex-col items-end">
      <Money amount={amount} as="portfolio" />
      {notes
        .filter(([, part]) => part !== '0')
        .map(([message, part]) => (
          <span key={message} className="whitespace-normal text-end text-fg-3 text-xs">
            {rich(message, { amount: <Money amount={part} as="portfolio" /> })}
          </span>
        ))}
    </span>
  )
}

/** Available, frozen, promised: the length shows their value, relative to the largest asset. */
function Asset({ asset, widest }: { asset: Liability; widest: Decimal }) {
  const { symbol, value, total, available, frozen } = asset
  const long = shareOf(value ?? '0', widest)
  const parts = [available, frozen, promised(asset)]
  return (
    <span className="flex items-center gap-2.5">
      <CoinIcon symbol={symbol} />
      <span className="flex w-24 flex-col gap-1">
        {symbol}
        <ShareBar parts={parts.map((part) => (shareOf(part, total) * long) / 100)} />
      </span>
    </span>
  )
}

const FILLS = ['fill-accent', 'fill-info', 'fill-neutral'] as const

/** A bar of parts in percent of the whole width; the figures beside it say the same. */
function ShareBar({ parts }: { parts: readonly number[] }) {
  const starts = parts.map((_, index) => parts.slice(0, index).reduce((sum, part) => sum + part, 0))
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      className="h-1.5 w-full rounded-[2px] bg-surface-3 rtl:-scale-x-100"
    >
      {FILLS.map((fill, index) => (
        <rect key={fill} x={starts[index]} width={parts[index]} height="8" className={fill} />
      ))}
    </svg>
  )
}

function promised({ stakingInterest, futuresPayouts }: Liability): Decimal {
  return sumOf(stakingInterest, futuresPayouts)
}

function sumOf(a: Decimal, b: Decimal): Decimal {
  return formatUnits(parseUnits(a) + parseUnits(b))
}
