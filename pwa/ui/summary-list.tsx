import type { ReactNode } from 'react'

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
      {shown.map((row) => (
        <div
          key={row.label}
          className="flex flex-wrap items-baseline justify-between gap-x-2 py-2.5 text-sm"
        >
          <dt className="shrink-0 text-fg-3">{row.label}</dt>
          <dd
            className={
              row.strong
                ? 'ml-auto text-right font-semibold text-fg'
                : 'ml-auto text-right text-fg-2'
            }
          >
            {row.value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
