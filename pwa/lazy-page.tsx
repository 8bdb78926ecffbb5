import { type ComponentType, lazy } from 'react'
import type { Load } from './feature.ts'

export interface LazyPage<Props = object> {
  readonly Page: ComponentType<Props>
  /** Loads the page's code, so that its first paint needs no placeholder. */
  readonly preload: () => Promise<void>
}

/**
 * A page whose code loads on demand.
 *
 * React shows a placeholder for at least 300 ms. A page that is already loaded needs none.
 */
export function lazyPage<Props extends object = object>(load: Load<Props>): LazyPage<Props> {
  let loaded: ComponentType<Props> | undefined
  const Later = lazy(async () => ({ default: await load() })) as ComponentType<Props>
  return {
    Page: (props) => {
      const Ready = loaded ?? Later
      return <Ready {...props} />
    },
    preload: async () => {
      loaded = await load()
    },
  }
}
