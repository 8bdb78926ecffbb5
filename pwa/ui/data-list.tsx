// biome-ignore-all lint/a11y/noRedundantRoles: `display: grid` takes the roles from table elements in Safari.
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { SkeletonRows } from './skeleton.tsx'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  align?: 'end'
  /**
   * Its place on a phone, where each row is a card: title and value share the first line, note and
   * aside the second; line is a labelled line of its own; actions close the card.
   */
  phone?: 'title' | 'value' | 'note' | 'aside' | 'line' | 'actions' | 'hidden'
  className?: string
}

interface DataListProps<Row> {
  /** Names the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** undefined while they load. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  empty: ReactNode
  /** How many placeholder rows stand in while loading. */
  expected?: number
}

/** A table from medium widths up, cards on a phone, from one set of elements. */
export function DataList<Row>(props: DataListProps<Row>) {
  const { label, columns, rows, rowKey, empty, expected = 5 } = props
  if (rows === undefined) return <SkeletonRows count={expected} />
  if (rows.length === 0) return empty
  return (
    <table role="table" aria-label={label} className="block w-full md:table">
      <thead role="rowgroup" className="sr-only md:not-sr-only md:table-header-group">
        <tr role="row" className="md:table-row">
          {columns.map((column) => (
            <th key={column.key} role="columnheader" scope="col" className={headClass(column)}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block md:table-row-group">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row" className={ROW}>
            {columns.map((column) => (
              <td key={column.key} role="cell" className={cellClass(column)}>
                {(column.phone ?? 'line') === 'line' && (
                  <span aria-hidden="true" className="text-fg-3 text-xs md:hidden">
                    {column.header}
                  </span>
                )}
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const ROW =
  'grid min-h-16 grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-4 gap-y-0.5 border-line border-b px-4 py-2.5 last:border-b-0 md:table-row md:h-14 md:hover:bg-surface-2'

const CELL = 'min-w-0 text-sm md:order-none md:table-cell md:px-4 md:py-2 md:align-middle'

const PLACES = {
  title: 'order-1 font-medium text-fg',
  value: 'num order-2 text-right font-medium text-fg',
  note: 'order-3 text-fg-3 text-xs md:text-sm md:text-fg-2',
  aside: 'num order-4 text-right text-fg-3 text-xs md:text-sm md:text-fg-2',
  line: 'order-5 col-span-2 flex items-center justify-between gap-4 pt-1 text-fg-2',
  actions: 'order-6 col-span-2 pt-2 md:text-right',
  hidden: 'hidden text-fg-2',
}

function cellClass<Row>(column: Column<Row>): string {
  const place = PLACES[column.phone ?? 'line']
  const align = column.align === 'end' ? 'num md:text-right' : 'md:text-left'
  return classNames(CELL, place, align, column.className)
}

function headClass<Row>(column: Column<Row>): string {
  const align = column.align === 'end' ? 'md:text-right' : 'md:text-left'
  return classNames('h-10 whitespace-nowrap px-4 font-medium text-fg-3 text-xs', align)
}
