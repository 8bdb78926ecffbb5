import { useEffect, useState } from 'react'
import { type PushState, readPushState, switchPushOff, switchPushOn } from '#pwa/data/push.ts'
import { useSessionStore } from '#pwa/stores/session.ts'

/** This device's switch for notifications. */
export function usePush() {
  const userId = useSessionStore((session) => session.user?.userId)
  // undefined until the browser has answered.
  const [state, setState] = useState<PushState>()
  const [isSwitching, setSwitching] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (userId) void readPushState(userId).then(setState, () => setState('unsupported'))
  }, [userId])
  const toggle = () => {
    if (!userId || isSwitching) return
    setSwitching(true)
    setFailed(false)
    void (state === 'on' ? switchPushOff(userId) : switchPushOn(userId))
      .then(setState, () => setFailed(true))
      .finally(() => setSwitching(false))
  }
  return { state, isSwitching, hasFailed, toggle }
}
