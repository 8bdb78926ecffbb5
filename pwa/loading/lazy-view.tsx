import { type ComponentType, lazy } from 'react'
import type { Load } from './load.ts'
import { inTime } from './time-limit.ts'
import { untilLoaded } from './until-loaded.ts'

export interface LazyView<Props = object> {
  readonly View: ComponentType<Props>
  /** Loads the view's code, so that its first paint needs no placeholder. */
  readonly preload: () => Promise<void>
}

/**
 * A page or dialog whose code loads on demand.
 *
 * React shows a placeholder for at least 300 ms. A view that is already loaded needs none.
 */
export function lazyView<Props extends object = object>(load: Load<Props>): LazyView<Props> {
  let loaded: ComponentType<Props> | undefined
  let Later = later()
  function later() {
    return lazy(async () => {
      try {
        return { default: await inTime(load()) }
      } catch (error) {
        renewals.add(() => {
          Later = later()
        })
        throw error
      }
    }) as ComponentType<Props>
  }
  return {
    View: (props) => {
      const Ready = loaded ?? Later
      return <Ready {...props} />
    },
    preload: async () => {
      loaded = await load()
    },
  }
}

/** React never retries code that failed to load; each renewal makes it forget one failure. */
const renewals = new Set<() => void>()

/** Views whose code failed to load try again when they are next shown. */
export function forgetFailures(): void {
  for (const renew of renewals) renew()
  renewals.clear()
}

/** A part of a page: the placeholder around it stays until its code is loaded. */
export function lazyPart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return lazy(async () => ({ default: await untilLoaded(load) })) as ComponentType<Props>
}
