import { useEffect, useState } from 'react'
import type { ApiFailure } from '#pwa/data/api-error.ts'
import { type PushState, readPushState, switchPushOff, switchPushOn } from '#pwa/data/push.ts'
import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { useOutbox } from '#pwa/hooks/use-outbox.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { useSessionStore } from '#pwa/stores/session.ts'
import {
  readNotificationPreferences,
  switchNotification,
} from '#shared/contract/notification-preferences.ts'
import { wordsOf } from '#shared/text/failure.ts'

/**
 * The kinds of notifications that the user gets. A switch shows the user's choice at once; without
 * a network the change waits in the outbox, and changes of one kind are sent in order.
 */
export function useNotificationSwitches() {
  const asked = useQueryFor(readNotificationPreferences, {})
  const changes = useOutbox(switchNotification)
  const unsent = changes.filter(({ state }) => state !== 'refused')
  const { submit } = useSubmit(switchNotification)
  const [wanted, setWanted] = useState<Readonly<Record<string, boolean>>>({})
  const [failure, setFailure] = useState<ApiFailure>()

  async function set(kind: string, isOn: boolean) {
    const before = unsent.findLast(({ body }) => body.kind === kind)
    setWanted((known) => ({ ...known, [kind]: isOn }))
    setFailure(undefined)
    const options = before ? { dependsOn: before.id } : {}
    const result = await submit({ body: { kind, isOn } }, options)
    if (result.state !== 'refused') return
    setFailure(result.failure)
    setWanted(({ [kind]: _, ...known }) => known)
  }

  const switches = asked.data?.preferences.map((preference) => {
    const { kind } = preference
    const change = unsent.findLast(({ body }) => body.kind === kind)
    return {
      ...preference,
      isOn: wanted[kind] ?? change?.body.isOn ?? preference.isOn,
      // While the change is being sent there is nothing to report.
      unsentLabel: change && change.state !== 'sending' ? change.label : undefined,
    }
  })
  return {
    switches,
    error: asked.error,
    refetch: asked.refetch,
    failure: failure && wordsOf(failure).message,
    /** Changes that the server has not accepted. */
    changes,
    set,
  }
}

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
