import { useEffect, useState } from 'react'
import { serverNowMs } from '#pwa/data/server-clock.ts'

/** The server's time, updated while the component is shown: the device's clock may be wrong. */
export function useServerNow(everyMs = 1_000): number {
  const [nowMs, setNowMs] = useState(serverNowMs)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNowMs()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return nowMs
}
