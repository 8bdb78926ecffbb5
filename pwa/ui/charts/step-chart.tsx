import { Suspense, useState } from 'react'
import { lazyPart } from '#pwa/loading/lazy-view.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { ChartTable, type ChartTableData } from './chart-table.tsx'
import type { ChartStep } from './step-canvas.tsx'

const StepCanvas = lazyPart(async () => (await import('./step-canvas.tsx')).StepCanvas)

type StepTable = ChartTableData<readonly string[]>

interface StepChartProps {
  label: string
  /** In order of time. */
  steps: readonly ChartStep[]
  /** The names of the parts, in their order; one part needs none. */
  parts?: readonly string[]
  formatValue: (value: number) => string
  /** The same in words and figures: a line for each step. */
  table: StepTable
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
        <ChartTable label={label} {...table} aside={<Pointed {...table} at={at} />} />
      </figcaption>
    </figure>
  )
}

/** The row of what the pointer is on. The table has it too, so it is not read out. */
function Pointed({ head, items, at }: StepTable & { at: number | undefined }) {
  const row = at === undefined ? undefined : items[at]
  return (
    <span aria-hidden="true" className="num text-end text-fg">
      {row?.map((cell, index) => (index === 0 ? `${cell}:` : `${head[index]} ${cell}`)).join('  ')}
    </span>
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
const PART_FILLS = ['bg-accent', 'bg-info', 'bg-neutral'] as const

export function PartMark({ index }: { index: number }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'size-2.5 shrink-0 rounded-[2px] forced-color-adjust-none',
        PART_FILLS[index % PART_FILLS.length],
      )}
    />
  )
}
