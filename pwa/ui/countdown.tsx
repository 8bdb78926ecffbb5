import { useEffect, useEffectEvent, useState } from 'react'
import { formatCountdown } from '#shared/format.ts'

interface CountdownProps {
  /** Milliseconds since 1970. */
  endsAtMs: number
  onEnd?: () => void
}

const TICK_MS = 250

/** Time left as m:ss. Only the end is announced, never the ticks. */
export function Countdown({ endsAtMs, onEnd }: CountdownProps) {
  const [leftMs, setLeftMs] = useState(() => endsAtMs - Date.now())
  const ended = useEffectEvent(() => onEnd?.())

  useEffect(() => {
    const timer = setInterval(() => {
      const left = endsAtMs - Date.now()
      setLeftMs(left)
      if (left > 0) return
      clearInterval(timer)
      ended()
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [endsAtMs])

  return (
    <span className="num" role="timer" aria-live="off">
      {formatCountdown(leftMs)}
    </span>
  )
}
