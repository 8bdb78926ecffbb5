import { classNames } from '#pwa/ui/class-names.ts'

interface SparklineProps {
  /** In order of time. Drawn, never calculated with. */
  values: readonly number[]
  /** The direction of the change shown beside the line; by default that of its two ends. */
  rising?: boolean | undefined
  className?: string
}

const WIDTH = 96
const HEIGHT = 32

/** Decoration beside a change in words; with fewer than two values it keeps its place empty. */
export function Sparkline({ values, rising, className }: SparklineProps) {
  const isUp = rising ?? (values.at(-1) ?? 0) >= (values[0] ?? 0)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={classNames('h-8 w-24', isUp ? 'text-up' : 'text-down', className)}
    >
      {values.length > 1 && (
        <polyline
          points={pointsOf(values)}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  )
}

function pointsOf(values: readonly number[]): string {
  const low = Math.min(...values)
  const span = Math.max(...values) - low || 1
  const step = WIDTH / (values.length - 1)
  return values
    .map((value, index) => {
      const y = HEIGHT - 2 - ((value - low) / span) * (HEIGHT - 4)
      return `${(index * step).toFixed(1)},${y.toFixed(1)}`
    })
    .join(' ')
}
