import { type ComponentType, lazy } from 'react'

export interface LazyPage {
  readonly Page: ComponentType
  /** Fetches the page's code, so that its first picture needs no placeholder. */
  readonly preload: () => Promise<void>
}

/**
 * A page whose code comes on demand.
 *
 * React holds a placeholder for 300 ms once it has shown it: a start that finds its page already
 * loaded is that much faster.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
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
