import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

const RETRY_MS = 5_000
const RETRY_MS_MAX = 60_000

/**
 * A part of the frame whose code loads after the first paint. If it cannot be loaded, as on a first
 * visit that loses the network, the page works without it and the load is retried.
 */
export function latePart(
  load: () => Promise<ComponentType>,
): ComponentType<{ fallback?: ReactNode }> {
  let loaded: ComponentType | undefined
  return function LatePart({ fallback }) {
    const [Part, setPart] = useState(() => loaded)
    useEffect(() => {
      if (Part) return
      let isOver = false
      let timer: ReturnType<typeof setTimeout> | undefined
      const attempt = async (retryMs: number) => {
        try {
          loaded = await load()
          if (!isOver) setPart(() => loaded)
        } catch {
          const nextMs = Math.min(retryMs * 2, RETRY_MS_MAX)
          if (!isOver) timer = setTimeout(() => void attempt(nextMs), retryMs)
        }
      }
      void attempt(RETRY_MS)
      return () => {
        isOver = true
        clearTimeout(timer)
      }
    }, [Part])
    return Part ? <Part /> : fallback
  }
}
