import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import { classNames } from './class-names.ts'
import { ShortText } from './short-text.tsx'

interface StatProps {
  label: string
  /** undefined while it is not known: never shown as 0. */
  value: ReactNode | undefined
  note?: ReactNode
}

/** A card for each figure, beside each other. */
export function StatCards({ stats, className }: { stats: StatProps[]; className: string }) {
  return (
    <div className={classNames('grid gap-2 md:gap-4', className)}>
      {stats.map((stat, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a label changes with the language
        <Card key={place}>
          <Stat {...stat} />
        </Card>
      ))}
    </div>
  )
}

/** Figures beside each other, as many as there is room for at the size of the text. */
export function StatRow({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-4">
      {children}
    </div>
  )
}

export function Stat({ label, value, note }: StatProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <ShortText className="text-fg-3 text-xs">{label}</ShortText>
      <span className="num wrap-anywhere font-semibold text-fg text-lg">
        {value ?? <span className="text-fg-3">—</span>}
      </span>
      {note && <span className="num wrap-anywhere text-fg-3 text-xs">{note}</span>}
    </div>
  )
}
