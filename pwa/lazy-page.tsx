import { type ComponentType, lazy } from 'react'
import type { Load } from './feature.ts'

export interface LazyPage {
  readonly Page: ComponentType
  /** Loads the page's code, so that its first paint needs no placeholder. */
  readonly preload: () => Promise<void>
}

/**
 * A page whose code loads on demand.
 *
 * React shows a placeholder for at least 300 ms. A page that is already loaded needs none.
 */
export function lazyPage(load: Load): LazyPage {
  let loaded: ComponentType | undefined
  const Later = lazy(async () => ({ default: await load() }))
  return {
    Page: () => {
      const Ready = loaded ?? Later
      return <Ready />
    },
    preload: async () => {
      loaded = await load()
    },
  }
}
