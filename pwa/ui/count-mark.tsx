interface CountMarkProps {
  count: number
  /** The background behind the mark. */
  on: 'bg' | 'surface'
}

/** A count on the upper corner of an icon. The label of its button contains the count in words. */
export function CountMark({ count, on }: CountMarkProps) {
  if (count === 0) return null
  return (
    <span
      aria-hidden="true"
      className={`num -top-1 absolute start-1/2 grid h-[clamp(20px,1.25rem,28px)] min-w-[clamp(20px,1.25rem,28px)] place-items-center rounded-full border-2 bg-danger px-1 font-semibold text-[min(0.6875rem,16px)] text-on-danger leading-none ${BORDERS[on]}`}
    >
      {count}
    </span>
  )
}

const BORDERS = { bg: 'border-bg', surface: 'border-surface' }
