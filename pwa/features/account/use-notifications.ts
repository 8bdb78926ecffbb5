import { useEffect, useState } from 'react'
import type { ApiFailure } from '#pwa/data/api-error.ts'
import { type PushState, readPushState, switchPushOff, switchPushOn } from '#pwa/data/push.ts'
import { queryClient, queryKeyOf } from '#pwa/data/queries.ts'
import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { useOutbox } from '#pwa/hooks/use-outbox.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { useSessionStore } from '#pwa/stores/session.ts'
import {
  type NotificationPreferences,
  readNotificationPreferences,
  switchNotification,
} from '#shared/contract/notification-preferences.ts'
import { wordsOf } from '#shared/text/failure.ts'

/**
 * The kinds of notifications that the user gets. A switch shows the user's choice immediately and
 * the server's setting once the server has responded. Without a network the change waits in the
 * outbox. Changes of one kind are sent in order.
 */
export function useNotificationSwitches() {
  const asked = useQueryFor(readNotificationPreferences, {})
  const changes = useOutbox(switchNotification)
  const unsent = changes.filter(({ state }) => state !== 'refused')
  const { submit } = useSubmit(switchNotification)
  // The user's last choice by kind, until its outcome is known.
  const [pressed, setPressed] = useState<Readonly<Record<string, Press>>>({})
  const [failure, setFailure] = useState<ApiFailure>()

  async function set(kind: string, isOn: boolean) {
    const press = { isOn }
    setPressed((known) => ({ ...known, [kind]: press }))
    setFailure(undefined)
    const result = await submit(
      { body: { kind, isOn } },
      {
        onOutcome: (outcome) => {
          if (outcome.state === 'done') showResponse(outcome.response)
          setPressed((known) => (known[kind] === press ? without(known, kind) : known))
        },
      },
    )
    if (result.state === 'refused') setFailure(result.failure)
  }

  const switches = asked.data?.preferences.map((preference) => {
    const { kind } = preference
    const change = unsent.findLast(({ body }) => body.kind === kind)
    return {
      ...preference,
      isOn: pressed[kind]?.isOn ?? change?.body.isOn ?? preference.isOn,
      // A change that is being sent has no label.
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

/** One press of a switch. The switch shows the last one. */
interface Press {
  readonly isOn: boolean
}

function without(presses: Readonly<Record<string, Press>>, kind: string) {
  const { [kind]: _, ...others } = presses
  return others
}

/** Avoids showing the old setting until the settings have been fetched again. */
function showResponse(response: NotificationPreferences): void {
  queryClient.setQueryData(queryKeyOf(readNotificationPreferences, {}), response)
}

export function usePush() {
  const userId = useSessionStore((session) => session.user?.userId)
  // undefined until the browser has responded.
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
