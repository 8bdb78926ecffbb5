import { type ReactNode, useId, useState } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { t } from '#shared/text/t.ts'

export interface ChartTableData<Item = unknown> {
  /** The heads of the columns; the first names what a row is about. */
  readonly head: readonly string[]
  /** In order of time; the table shows the newest first. */
  readonly items: readonly Item[]
  /** Formatted as everywhere else. */
  readonly cellsOf: (item: Item) => readonly string[]
}

/** How many rows a table shows at first, and adds. */
const ROWS_AT_ONCE = 100

interface ChartTableProps<Item> extends ChartTableData<Item> {
  /** The chart's name. */
  label: string
  /** At the end of the button's line. */
  aside?: ReactNode
}

/** The figures of a chart as a table, which a button shows; rows are made only when they are seen. */
export function ChartTable<Item>({ label, aside, ...data }: ChartTableProps<Item>) {
  const [isShown, setShown] = useState(false)
  const id = useId()
  return (
    <div className="flex flex-col gap-1 text-xs">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <button
          type="button"
          aria-expanded={isShown}
          aria-controls={isShown ? id : undefined}
          aria-label={
            isShown
              ? t('Hide the table: {label}', { label })
              : t('Show as a table: {label}', { label })
          }
          className="min-h-11 whitespace-nowrap rounded-sm font-medium text-fg-2 underline underline-offset-2 hover:text-fg"
          onClick={() => setShown(!isShown)}
        >
          {isShown ? t('Hide the table') : t('Show as a table')}
        </button>
        {aside}
      </div>
      {isShown && <ChartRows id={id} label={label} {...data} />}
    </div>
  )
}

/** The newest rows, with a button for older ones. */
export function ChartRows<Item>(props: ChartTableData<Item> & { id: string; label: string }) {
  const { id, label, head, items, cellsOf } = props
  const [count, setCount] = useState(ROWS_AT_ONCE)
  const shown = items.slice(-count).toReversed().map(cellsOf)
  return (
    <div id={id} className="flex flex-col gap-2">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with arrow keys */}
      <section aria-label={t('{label}, table', { label })} tabIndex={0} className={SCROLLS}>
        <table className="w-full text-sm">
          <caption className="sr-only">
            {t('{label}: the newest {shown} of {total, plural, one {# row} other {# rows}}', {
              label,
              shown: shown.length,
              total: items.length,
            })}
          </caption>
          <thead>
            <tr>
              {head.map((cell, index) => (
                <th key={cell} scope="col" className={cellClass(index, 'text-fg-3 text-xs')}>
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {shown.map(([name, ...cells], place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: counted from the oldest row, it stays
              <tr key={items.length - place}>
                <th scope="row" className={cellClass(0, 'num text-fg-2')}>
                  {name}
                </th>
                {cells.map((cell, index) => (
                  <td key={head[index + 1]} className={cellClass(index + 1, 'num text-fg-2')}>
                    <bdi>{cell}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {shown.length < items.length && (
        <Button size="small" className="self-start" onClick={() => setCount(count + ROWS_AT_ONCE)}>
          {t('Show more')}
        </Button>
      )}
    </div>
  )
}

const SCROLLS = 'max-h-72 overflow-auto'

function cellClass(index: number, look: string): string {
  const side = index === 0 ? 'text-start' : 'text-end'
  return classNames('whitespace-nowrap px-2 py-2 font-normal first:ps-0 last:pe-0', side, look)
}
