import { useEffect, useState } from 'react'
import { serverNowMs } from '#pwa/data/server-clock.ts'

const SECOND_MS = 1_000

/**
 * The time of this moment by the server's clock, again and again: terms that the server set end
 * while somebody looks, on a device whose own clock is wrong as well.
 */
export function useServerNow(everyMs = SECOND_MS): number {
  const [nowMs, setNowMs] = useState(serverNowMs)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNowMs()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return nowMs
}
