import { formatTenths } from './trade-clock.ts'

interface CountdownRingProps {
  leftMs: number
  /** 1 to 0. */
  leftShare: number
  /** Under the time: "of 1:00". */
  note: string
}

const RADIUS = 46

/** The time that is left, as figures and as a ring that empties. */
export function CountdownRing({ leftMs, leftShare, note }: CountdownRingProps) {
  return (
    <div className="relative mx-auto size-40">
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle
          cx="50"
          cy="50"
          r={RADIUS}
          className="fill-none stroke-surface-3 [stroke-width:5]"
        />
        {/* A round end would leave a dot where nothing is left. */}
        {leftShare > 0 && (
          <circle
            cx="50"
            cy="50"
            r={RADIUS}
            pathLength="100"
            transform="rotate(-90 50 50)"
            strokeLinecap="round"
            strokeDasharray={`${leftShare * 100} 100`}
            className="fill-none stroke-accent-fill [stroke-width:5]"
          />
        )}
      </svg>
      <div className="absolute inset-0 grid place-content-center text-center">
        <span className="num font-semibold text-2xl text-fg" role="timer" aria-live="off">
          {formatTenths(leftMs)}
        </span>
        <span className="num text-fg-3 text-xs">{note}</span>
      </div>
    </div>
  )
}
