const FILLS = ['fill-accent', 'fill-info', 'fill-control'] as const

/** A bar of parts in percent of the whole width; the figures beside it say the same. */
export function ShareBar({ parts }: { parts: readonly number[] }) {
  const starts = parts.map((_, index) => parts.slice(0, index).reduce((sum, part) => sum + part, 0))
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      className="h-1.5 w-full rounded-[2px] bg-surface-3"
    >
      {FILLS.map((fill, index) => (
        <rect
          key={fill}
          x={starts[index] ?? 0}
          width={parts[index] ?? 0}
          height="8"
          className={fill}
        />
      ))}
    </svg>
  )
}
