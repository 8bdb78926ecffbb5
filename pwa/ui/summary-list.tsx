import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface SummaryRow {
  label: string
  /** undefined: the row is left out. */
  value: ReactNode
  strong?: boolean
}

/** What a confirm step repeats: amount, fee, what the user will have afterwards. */
export function SummaryList({ rows }: { rows: readonly SummaryRow[] }) {
  const shown = rows.filter(({ value }) => value !== undefined)
  return (
    <dl className="divide-y divide-line rounded-md border border-line bg-surface-2 px-4">
      {shown.map((row, place) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a label changes with the language
          key={place}
          className="flex flex-wrap items-baseline justify-between gap-x-2 py-2.5 text-sm"
        >
          <dt className="text-fg-3">{row.label}</dt>
          <dd
            className={classNames(
              'wrap-anywhere ms-auto min-w-0 text-balance text-end',
              row.strong ? 'font-semibold text-fg' : 'text-fg-2',
            )}
          >
            {row.value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
