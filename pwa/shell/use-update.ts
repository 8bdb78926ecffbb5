import { useEffect, useRef, useState } from 'react'
import { isSubmitting } from '#pwa/data/activity.ts'
import { type AppWorker, registerAppWorker } from '#pwa/data/app-worker.ts'

const LOOK_AGAIN_MS = 500

/** A new version of the service worker, and the user's decision to switch to it. */
export function useUpdate() {
  const worker = useRef<AppWorker>(undefined)
  const [state, setState] = useState<'none' | 'ready' | 'waiting'>('none')
  /** The last press of the button; an earlier or cancelled press no longer counts. */
  const asked = useRef<symbol>(undefined)

  useEffect(() => {
    const stop = new AbortController()
    // The reload opens the newest version, so one that arrives before it needs no second prompt.
    const onReady = () => setState((before) => (before === 'waiting' ? before : 'ready'))
    void registerAppWorker(onReady, stop.signal).then((registered) => {
      worker.current = registered
    })
    return () => stop.abort()
  }, [])

  async function reload() {
    const press = Symbol()
    asked.current = press
    setState('waiting')
    // Wait while any tab is submitting.
    while (await isSubmitting()) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    if (asked.current === press) worker.current?.switchToNew()
  }

  return {
    isReady: state !== 'none',
    isWaiting: state === 'waiting',
    reload: () => void reload(),
    later: () => {
      asked.current = undefined
      setState('none')
    },
  }
}
