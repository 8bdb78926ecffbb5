import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { holdKindsOf } from '#pwa/feature.ts'
import { useFeatures } from '#pwa/hooks/use-features.ts'
import { type Column, DataList, figureColumn } from '#pwa/ui/data-list.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { TableTime } from '#pwa/ui/table-time.tsx'
import type { PortfolioHold } from '#shared/contract/portfolio.ts'
import { translated } from '#shared/text/t.ts'
import { useHolds } from './use-holds.ts'

export function HoldsList() {
  const holds = useHolds()
  return (
    <DataList
      label="What is frozen"
      columns={COLUMNS}
      query={holds}
      failed="Failed to fetch what holds it"
      rows={holds.data}
      rowKey={({ kind, id, symbol }) => `${kind} ${id} ${symbol}`}
      expected={2}
      empty={<p className="px-4 py-3 text-fg-3 text-sm">Nothing is frozen any more.</p>}
    />
  )
}

const COLUMNS: readonly Column<PortfolioHold>[] = [
  { header: 'Held by', phone: 'title', cell: ({ kind }) => <Holder kind={kind} /> },
  figureColumn('Frozen', 'value', ({ amount, symbol }) => (
    <Money amount={amount} symbol={symbol} />
  )),
  figureColumn('Since', 'note', ({ since }) => (
    <>
      <span className="@2xl:hidden">Since </span>
      <TableTime at={since} />
    </>
  )),
  figureColumn('Free again', 'aside', ({ until }) =>
    until === null ? 'After review' : <TableTime at={until} />,
  ),
]

function Holder({ kind }: Pick<PortfolioHold, 'kind'>) {
  const { label, to } = holdKindsOf(useFeatures())[kind] ?? { label: 'Open item', to: '/' }
  return (
    <Link to={to} className="-my-2 inline-flex min-h-11 items-center gap-1 hover:underline">
      {translated(label)}
      <ChevronRight aria-hidden="true" className="size-4 text-fg-3" />
    </Link>
  )
}
