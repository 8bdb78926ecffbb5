import type { ReactNode } from 'react'
import { classNames } from '#pwa/ui/class-names.ts'
import { t } from '#shared/text/t.ts'

export interface Slice {
  label: string
  /** Share of the whole in percent; only drawn. */
  percent: number
}

interface AllocationRingProps {
  slices: readonly Slice[]
  /** In the middle: the total. */
  children?: ReactNode
}

const RADIUS = 42
const GAP = 0.8

/** A ring that shows the figures of the table beside it. */
export function AllocationRing({ slices, children }: AllocationRingProps) {
  // A single slice closes the ring.
  const gap = slices.length > 1 ? GAP : 0
  const spoken = slices.map((slice) => `${slice.label} ${slice.percent.toFixed(1)}%`).join(', ')
  return (
    <div className="relative mx-auto size-44">
      <svg
        viewBox="0 0 100 100"
        role="img"
        aria-label={spoken ? t('Allocation: {spoken}', { spoken }) : t('Allocation: nothing yet')}
      >
        <circle cx="50" cy="50" r={RADIUS} className={classNames(ARC, 'stroke-surface-3')} />
        {slices.map((slice, index) => (
          <circle
            key={slice.label}
            cx="50"
            cy="50"
            r={RADIUS}
            pathLength="100"
            transform="rotate(-90 50 50)"
            strokeDasharray={`${Math.max(slice.percent - gap, 0.2)} 100`}
            strokeDashoffset={-startOf(slices, index)}
            className={classNames(ARC, 'stroke-current', COLOURS[index % COLOURS.length])}
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
      className={classNames(
        'size-2.5 shrink-0 rounded-full bg-current forced-color-adjust-none',
        COLOURS[index % COLOURS.length],
      )}
    />
  )
}

const ARC = 'fill-none [stroke-width:10]'

const COLOURS = [
  'text-[#f0b90b]',
  'text-[#5d9cec]',
  'text-[#2ebd85]',
  'text-[#b392f7]',
  'text-[#ff8a65]',
  'text-[#8b96a3]',
]

function startOf(slices: readonly Slice[], index: number): number {
  return slices.slice(0, index).reduce((sum, slice) => sum + slice.percent, 0)
}
