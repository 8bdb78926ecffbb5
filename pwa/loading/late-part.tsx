import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { Load } from './load.ts'
import { untilLoaded } from './until-loaded.ts'

/**
 * A part of the frame or of a page whose code loads after the first paint. Until it is loaded, as on
 * a first visit that loses the network, the page works without it.
 */
export function latePart<Props extends object = object>(
  load: Load<Props>,
): ComponentType<Props & { fallback?: ReactNode }> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  const loadOnce = async () => {
    loaded = await untilLoaded(load)
  }
  return function LatePart({ fallback, ...props }) {
    const [Part, setPart] = useState(() => loaded)
    useEffect(() => {
      if (Part) return
      let isOver = false
      loading ??= loadOnce()
      void loading.then(() => {
        if (!isOver) setPart(() => loaded)
      })
      return () => {
        isOver = true
      }
    }, [Part])
    return Part ? <Part {...(props as Props)} /> : fallback
  }
}
