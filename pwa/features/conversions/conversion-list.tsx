import { ArrowRight } from 'lucide-react'
import { type Column, DataList } from '#pwa/ui/data-list.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { TableTime } from '#pwa/ui/table-time.tsx'
import type { Conversion } from '#shared/contract/conversions.ts'
import { rateText } from './convert-draft.ts'
import { useConversions } from './use-conversions.ts'

/** Every own conversion, newest first. */
export function ConversionList() {
  const conversions = useConversions()
  return (
    <DataList
      label="Conversions"
      query={conversions}
      failed="Failed to fetch conversions"
      columns={COLUMNS}
      rows={conversions.data}
      rowKey={({ id }) => id}
      expected={2}
      empty={
        <EmptyState title="No conversions yet">
          The exact terms are shown before anything is converted.
        </EmptyState>
      }
    />
  )
}

const COLUMNS: readonly Column<Conversion>[] = [
  {
    header: 'Conversion',
    phone: 'title',
    cell: ({ from, to }) => (
      <span className="flex items-center gap-1.5">
        {from} <ArrowRight aria-label="to" className="size-3.5 text-fg-3" /> {to}
      </span>
    ),
  },
  {
    header: 'Received',
    align: 'end',
    phone: 'value',
    cell: ({ received, to }) => <Money as="converted" amount={received} symbol={to} />,
  },
  { header: 'Time', phone: 'note', cell: ({ createdAt }) => <TableTime at={createdAt} /> },
  {
    header: 'Given',
    align: 'end',
    phone: 'aside',
    cell: ({ amount, from }) => <Money as="converted" amount={amount} symbol={from} />,
  },
  {
    header: 'Rate',
    align: 'end',
    phone: 'hidden',
    cell: (conversion) => <span className="num">{rateText(conversion, conversion)}</span>,
  },
]
