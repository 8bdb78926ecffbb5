// biome-ignore-all lint/a11y/noRedundantRoles: `display: grid` takes the roles from table elements in Safari.
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { type ListQuery, PagedList } from './paged-list.tsx'
import { SkeletonRows } from './skeleton.tsx'

export interface Column<Row> {
  header: string
  cell: (row: Row) => ReactNode
  align?: 'end'
  /**
   * Its place on a phone, where each row is a card: title and value share the first line, note and
   * aside the second; line is a separate line with a label; actions close the card.
   */
  phone?: 'title' | 'value' | 'note' | 'aside' | 'line' | 'actions' | 'hidden'
  /** Shown in cards and in a wide table, hidden in a narrow table. */
  wide?: true
  className?: string
}

export function column<Row>(
  header: string,
  phone: NonNullable<Column<Row>['phone']>,
  cell: Column<Row>['cell'],
): Column<Row> {
  return { header, phone, cell }
}

/** A column of amounts or other figures, which end at the same edge. */
export function figureColumn<Row>(...of: Parameters<typeof column<Row>>): Column<Row> {
  return { ...column(...of), align: 'end' }
}

interface DataListProps<Row> {
  /** Names the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** undefined while they load. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  empty: ReactNode
  /** How many placeholder rows are shown while loading. */
  expected?: number
  /** The query behind it: adds its failure, its age and its next pages. */
  query?: ListQuery
  /** The title of the failure. */
  failed?: string
}

/**
 * A table where its container is wide enough, cards where not, from one set of elements. Cells that
 * differ between the two use the `@2xl:` variant.
 */
export function DataList<Row>(props: DataListProps<Row>) {
  const { rows, empty, expected = 5, query = NO_QUERY, failed } = props
  return (
    <PagedList
      query={query}
      failed={failed}
      rows={rows}
      loading={<SkeletonRows count={expected} />}
      empty={empty}
    >
      {(found) => <Table {...props} rows={found} />}
    </PagedList>
  )
}

const NO_QUERY: ListQuery = { error: undefined, refetch: () => undefined }

type TableProps<Row> = Pick<DataListProps<Row>, 'label' | 'columns' | 'rowKey'> & {
  rows: readonly Row[]
}

function Table<Row>({ label, columns, rows, rowKey }: TableProps<Row>) {
  // Without a note below it the title spans the rows of value and aside.
  const isTall = !columns.some((column) => column.phone === 'note')
  return (
    <div className="@container">
      <table role="table" aria-label={label} className="block w-full @2xl:table">
        <thead role="rowgroup" className="sr-only block @2xl:not-sr-only @2xl:table-header-group">
          <tr role="row" className="@2xl:table-row">
            {columns.map((column, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a header changes with the language
              <th key={place} role="columnheader" scope="col" className={headClass(column)}>
                {column.phone === 'actions' ? (
                  <span className="sr-only">{column.header}</span>
                ) : (
                  column.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block @2xl:table-row-group">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row" className={ROW}>
              {columns.map((column, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a header changes with the language
                <Cell key={place} column={column} isTall={isTall}>
                  {column.cell(row)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface CellProps<Row> {
  column: Column<Row>
  isTall: boolean
  children: ReactNode
}

/** A labelled line of a card is omitted if it has nothing to say. */
function Cell<Row>({ column, isTall, children }: CellProps<Row>) {
  const isLine = (column.phone ?? 'line') === 'line'
  const isEmpty = children === null || children === undefined || children === false
  const shown: Column<Row> = isLine && isEmpty ? { ...column, phone: 'hidden' } : column
  return (
    <td role="cell" className={cellClass(shown, isTall)}>
      {isLine && (
        <span aria-hidden="true" className="text-fg-3 text-xs @2xl:hidden">
          {column.header}
        </span>
      )}
      {children}
    </td>
  )
}

const ROW =
  'grid min-h-16 grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-4 gap-y-0.5 border-line border-b px-4 py-2.5 last:border-b-0 large-text:flex large-text:flex-col large-text:items-stretch @2xl:table-row @2xl:h-14 @2xl:hover:bg-surface-2'

const CELL =
  'min-w-0 text-sm @2xl:order-none @2xl:table-cell @2xl:px-3 @2xl:last:pe-4 @2xl:first:ps-4 @2xl:py-2 @2xl:align-middle'

const WIDE = '@2xl:@max-4xl:hidden'

const PLACES = {
  title: 'order-1 col-start-1 row-start-1 font-medium text-fg',
  value: 'num order-2 col-start-2 row-start-1 text-end font-medium text-fg',
  note: 'order-3 col-start-1 row-start-2 text-fg-3 text-xs @2xl:text-sm @2xl:text-fg-2',
  aside:
    'num order-4 col-start-2 row-start-2 text-end text-fg-3 text-xs @2xl:text-sm @2xl:text-fg-2',
  line: 'order-5 col-span-2 flex items-center justify-between gap-4 pt-1 text-fg-2',
  actions: 'order-6 col-span-2 pt-2 text-end',
  hidden: 'hidden text-fg-2',
}

function cellClass<Row>(column: Column<Row>, isTall: boolean): string {
  const place = PLACES[column.phone ?? 'line']
  const align = column.align === 'end' ? 'num @2xl:text-end' : '@2xl:text-start'
  const isActions = column.phone === 'actions'
  const tall = isTall && column.phone === 'title' && 'row-span-2'
  return classNames(CELL, place, tall, !isActions && align, column.wide && WIDE, column.className)
}

function headClass<Row>(column: Column<Row>): string {
  const isAtEnd = column.align === 'end' || column.phone === 'actions'
  const align = isAtEnd ? '@2xl:text-end' : '@2xl:text-start'
  return classNames(
    'h-10 px-3 first:ps-4 last:pe-4 font-medium text-fg-3 text-xs @4xl:whitespace-nowrap',
    align,
    column.wide && WIDE,
  )
}
