import type { ReactNode } from 'react'
import { classNames } from '#pwa/ui/class-names.ts'

export interface Slice {
  label: string
  /** Share of the whole in percent; only drawn. */
  percent: number
}

interface AllocationRingProps {
  slices: readonly Slice[]
  /** Stands in the middle: the total. */
  children?: ReactNode
}

const RADIUS = 42
const GAP = 0.8

/** A ring beside the table that says the same in figures. */
export function AllocationRing({ slices, children }: AllocationRingProps) {
  const spoken = slices.map((slice) => `${slice.label} ${slice.percent.toFixed(1)}%`).join(', ')
  return (
    <div className="relative mx-auto size-44">
      <svg viewBox="0 0 100 100" role="img" aria-label={`Allocation: ${spoken || 'nothing yet'}`}>
        <circle cx="50" cy="50" r={RADIUS} className={classNames(ARC, 'stroke-surface-3')} />
        {slices.map((slice, index) => (
          <circle
            key={slice.label}
            cx="50"
            cy="50"
            r={RADIUS}
            pathLength="100"
            transform="rotate(-90 50 50)"
            strokeDasharray={`${Math.max(slice.percent - GAP, 0.2)} 100`}
            strokeDashoffset={-startOf(slices, index)}
            className={classNames(ARC, STROKES[index % STROKES.length])}
          />
        ))}
      </svg>
      {children && (
        <div className="absolute inset-0 grid place-content-center px-6 text-center">
          {children}
        </div>
      )}
    </div>
  )
}

/** The mark beside a row of the table, in the colour of its slice. */
export function SliceMark({ index }: { index: number }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('size-2.5 shrink-0 rounded-full', FILLS[index % FILLS.length])}
    />
  )
}

const ARC = 'fill-none [stroke-width:10]'

const STROKES = [
  'stroke-[#f0b90b]',
  'stroke-[#5d9cec]',
  'stroke-[#2ebd85]',
  'stroke-[#b392f7]',
  'stroke-[#ff8a65]',
  'stroke-[#8b96a3]',
]

const FILLS = [
  'bg-[#f0b90b]',
  'bg-[#5d9cec]',
  'bg-[#2ebd85]',
  'bg-[#b392f7]',
  'bg-[#ff8a65]',
  'bg-[#8b96a3]',
]

function startOf(slices: readonly Slice[], index: number): number {
  return slices.slice(0, index).reduce((sum, slice) => sum + slice.percent, 0)
}
