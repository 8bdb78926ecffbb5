import { lazy, Suspense, useState } from 'react'
import { classNames } from '#pwa/ui/class-names.ts'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { t } from '#shared/text/t.ts'
import type { ChartStep } from './step-canvas.tsx'

const StepCanvas = lazy(async () => ({
  default: (await import('./step-canvas.tsx')).StepCanvas,
}))

interface StepChartProps {
  label: string
  /** In order of time. */
  steps: readonly ChartStep[]
  /** The names of the parts, in their order; one part needs none. */
  parts?: readonly string[]
  formatValue: (value: number) => string
  /** The same in words and figures: a head, and a line for each step. */
  table: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  /** Shown instead of the chart when there is nothing to draw. */
  empty?: string | undefined
}

/**
 * Bars over days or weeks, starting at zero. The line below describes the bar under the pointer; the
 * table has all values for every user.
 */
export function StepChart(props: StepChartProps) {
  const { label, steps, parts = [], formatValue, table, empty } = props
  const [at, setAt] = useState<number>()
  return (
    <figure aria-label={label} className="flex min-w-0 flex-col gap-2">
      <Legend parts={parts} />
      <div className="h-44 md:h-52">
        {empty !== undefined ? (
          <p className="grid size-full place-items-center px-4 text-center text-fg-3 text-sm">
            {empty}
          </p>
        ) : (
          <Suspense fallback={<Skeleton className="size-full" />}>
            <StepCanvas steps={steps} formatValue={formatValue} onPoint={setAt} />
          </Suspense>
        )}
      </div>
      <figcaption>
        <StepTable label={label} {...table} shown={at === undefined ? undefined : table.rows[at]} />
      </figcaption>
    </figure>
  )
}

function Legend({ parts }: { parts: readonly string[] }) {
  if (parts.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-fg-2 text-xs">
      {parts.map((part, index) => (
        <li key={part} className="flex items-center gap-1.5">
          <PartMark index={index} />
          {part}
        </li>
      ))}
    </ul>
  )
}

/** The colours of parts, by their order: they differ in lightness too. */
const PART_FILLS = ['bg-accent', 'bg-info', 'bg-control'] as const

export function PartMark({ index }: { index: number }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'size-2.5 shrink-0 rounded-[2px]',
        PART_FILLS[index % PART_FILLS.length],
      )}
    />
  )
}

interface StepTableProps {
  label: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** The row of what the pointer is on. */
  shown: readonly string[] | undefined
}

function StepTable({ label, head, rows, shown }: StepTableProps) {
  const name = t('{label}, table', { label })
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-sm text-xs">
        <span className="whitespace-nowrap font-medium text-fg-2 underline-offset-2 hover:text-fg hover:underline">
          {t('Show as a table')}
        </span>
        {/* It repeats the table, so it is not read out. */}
        <span aria-hidden="true" className="num text-end text-fg">
          {shown
            ?.map((cell, index) => (index === 0 ? `${cell}:` : `${head[index]} ${cell}`))
            .join('  ')}
        </span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with arrow keys */}
      <section aria-label={name} tabIndex={0} className="max-h-72 overflow-auto">
        <table className="w-full text-sm">
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
            {rows.toReversed().map((row) => (
              <tr key={row[0]}>
                {row.map((cell, index) => (
                  <td key={head[index]} className={cellClass(index, 'num text-fg-2')}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

function cellClass(index: number, look: string): string {
  const side = index === 0 ? 'text-start' : 'text-end'
  return classNames('whitespace-nowrap px-2 py-2 font-normal first:ps-0 last:pe-0', side, look)
}
