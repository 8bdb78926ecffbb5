import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { holdKindsOf } from '#pwa/feature.ts'
import { useFeatures } from '#pwa/hooks/use-features.ts'
import { type Column, DataList, figureColumn } from '#pwa/ui/data-list.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { rich } from '#pwa/ui/rich.ts'
import { TableTime } from '#pwa/ui/table-time.tsx'
import type { PortfolioHold } from '#shared/contract/portfolio.ts'
import { msg, t, translated } from '#shared/text/t.ts'
import { useHolds } from './use-holds.ts'

export function HoldsList() {
  const holds = useHolds()
  return (
    <DataList
      label={t('What is frozen')}
      columns={columns()}
      query={holds}
      failed={t('Failed to fetch frozen amounts')}
      rows={holds.data}
      rowKey={({ kind, id, symbol }) => `${kind} ${id} ${symbol}`}
      expected={2}
      empty={<p className="px-4 py-3 text-fg-3 text-sm">{t('Nothing is frozen any more.')}</p>}
    />
  )
}

function columns(): Column<PortfolioHold>[] {
  return [
    { header: t('Held by'), phone: 'title', cell: ({ kind }) => <Holder kind={kind} /> },
    figureColumn(t('Frozen'), 'value', ({ amount, symbol }) => (
      <Money amount={amount} symbol={symbol} />
    )),
    figureColumn(t('Since'), 'note', ({ since }) => (
      <>
        <span className="@2xl:hidden">
          {rich('Since {time}', { time: <TableTime at={since} /> })}
        </span>
        <span className="hidden @2xl:inline">
          <TableTime at={since} />
        </span>
      </>
    )),
    figureColumn(t('Available from'), 'aside', ({ until }) =>
      until === null ? t('After review') : <TableTime at={until} />,
    ),
  ]
}

function Holder({ kind }: Pick<PortfolioHold, 'kind'>) {
  const { label, to } = holdKindsOf(useFeatures())[kind] ?? { label: msg('Open item'), to: '/' }
  return (
    <Link to={to} className="-my-2 inline-flex min-h-11 items-center gap-1 hover:underline">
      {translated(label)}
      <ChevronRight aria-hidden="true" className="size-4 text-fg-3 rtl:-scale-x-100" />
    </Link>
  )
}
