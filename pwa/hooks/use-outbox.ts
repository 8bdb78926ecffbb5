import { useMemo } from 'react'
import { routeKey } from '#pwa/data/api-request.ts'
import { STEP_UP_REQUIRED } from '#pwa/data/step-up.ts'
import { type OutboxView, useOutboxStore } from '#pwa/stores/outbox.ts'
import type { idParams } from '#shared/contract/fields.ts'
import type { BodyInputOf, ParamsOf, RouteDefinition } from '#shared/contract/route.ts'
import { msg, t } from '#shared/text/t.ts'

export interface OutboxRow<R extends RouteDefinition> {
  readonly id: string
  readonly state: OutboxView['state']
  /** What the list says: "Waiting for connection". */
  readonly label: string
  readonly params: ParamsOf<R>
  /** The user's input. */
  readonly body: BodyInputOf<R>
  /** Why it was refused, or why the last try did not come through. */
  readonly failure: OutboxView['failure']
  /** The user should see why: it was refused, or it has failed several times. */
  readonly isFailing: boolean
  readonly createdAtMs: number
  readonly canCancel: boolean
  readonly canDismiss: boolean
  /** It waits for a proof of who acts. */
  readonly canConfirm: boolean
  /** Resolves to false if it has already left the device. */
  readonly cancel: () => Promise<boolean>
  readonly dismiss: () => Promise<void>
  readonly confirm: () => Promise<void>
}

const LABELS: Readonly<Record<OutboxView['state'], string>> = {
  waiting: msg('Waiting for connection'),
  sending: msg('Sending…'),
  unknown: msg('Sent, waiting for a response'),
  refused: msg('Refused'),
}

/** A single failure is often gone with the next attempt. */
const TRIES_UNTIL_FAILING = 3

/** This route's submissions that the server has not accepted yet, oldest first. */
export function useOutbox<const R extends RouteDefinition>(route: R): readonly OutboxRow<R>[] {
  const entries = useOutboxStore((state) => state.entries)
  const kind = routeKey(route)
  return useMemo(
    () => entries.filter((entry) => entry.kind === kind).map((entry) => rowOf<R>(entry)),
    [entries, kind],
  )
}

/** Acts on the rows of a list that did not get through: they wait, or were refused. */
export function useHeldUp<const R extends RouteDefinition>(route: R): readonly OutboxRow<R>[] {
  return useOutbox(route).filter(({ state, failure }) => state !== 'sending' && failure)
}

/** About one item, by its id in the path. */
export type ItemRoute = RouteDefinition & { readonly params: typeof idParams }

/** Ids of the items, in the path or the body, for which a command of this kind is on its way. */
export function useUnsentIds(route: RouteDefinition): ReadonlySet<string> {
  const rows = useOutbox(route).filter(({ state }) => state !== 'refused')
  return new Set(rows.flatMap(({ params, body }) => idIn(params) ?? idIn(body) ?? []))
}

function idIn(words: unknown): string | undefined {
  return (words as { readonly id?: string } | undefined)?.id
}

/** How many submissions of every kind are on their way, for a badge. */
export function useUnsentCount(): number {
  return useOutboxStore(
    (state) => state.entries.filter((entry) => entry.state !== 'refused').length,
  )
}

function rowOf<R extends RouteDefinition>(entry: OutboxView): OutboxRow<R> {
  const isRefused = entry.state === 'refused'
  const isUnproved = !isRefused && entry.failure?.code === STEP_UP_REQUIRED
  return {
    ...entry,
    // When it is read: rows are kept while the language changes.
    get label() {
      return isUnproved ? t('Waiting for you') : t(LABELS[entry.state])
    },
    params: entry.params as ParamsOf<R>,
    body: entry.body as BodyInputOf<R>,
    isFailing: isRefused || (!isUnproved && entry.tries >= TRIES_UNTIL_FAILING),
    canCancel: entry.state === 'waiting',
    canDismiss: isRefused,
    canConfirm: isUnproved,
    confirm: async () => (await import('#pwa/data/outbox/confirm.ts')).confirmEntry(entry.id),
    cancel: async () => (await import('#pwa/data/outbox/queue.ts')).cancelEntry(entry.id),
    dismiss: async () => (await import('#pwa/data/outbox/queue.ts')).dismissEntry(entry.id),
  }
}
