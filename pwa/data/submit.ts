import { inTime } from '#pwa/loading/time-limit.ts'
import { useOutboxStore } from '#pwa/stores/outbox.ts'
import { currentUserId } from '#pwa/stores/session.ts'
import type { ResponseOf, RouteDefinition } from '#shared/contract/route.ts'
import { duringSubmission } from './activity.ts'
import { type ApiFailure, failureOf, localError } from './api-error.ts'
import { type CallInput, prepare } from './api-request.ts'
import { submitDirectly } from './direct-submission.ts'
import { newKey } from './new-key.ts'

/**
 * done: the server has it. waiting: stored on this device, to be sent later. refused: it had no
 * effect. cancelled: withdrawn before it was sent.
 */
export type SubmissionResult<Response> =
  | {
      readonly state: 'done'
      readonly response: Response
      /** Of an earlier attempt whose outcome was unknown: nothing was sent again. */
      readonly isEarlier?: true
    }
  | { readonly state: 'waiting'; readonly isProofMissing?: boolean }
  | { readonly state: 'refused'; readonly failure: ApiFailure }
  | { readonly state: 'cancelled' }

export interface SubmitOptions {
  /** For a submission that depends on the current price, to a route that queues others. */
  readonly whenOffline?: 'refuse'
  /** What the user wants, if the body only names terms that say it. */
  readonly wants?: object
}

export interface Submission<Response> {
  /** In the outbox, and its Idempotency-Key; empty if it is not stored there. */
  readonly id: string
  /** False: it was sent directly or not at all, and no row of the outbox shows its result. */
  readonly isStored: boolean
  /** The first result to show: done, refused, or waiting for a connection. */
  readonly news: Promise<SubmissionResult<Response>>
  /** Done, refused or cancelled, however long that takes; in this tab only. */
  readonly outcome: Promise<SubmissionResult<Response>>
  /** Removes a refusal from the list once the user has read it. */
  readonly dismiss: () => Promise<void>
}

/**
 * Submits to a route. The only way to write.
 *
 * Resolves once the submission is stored, if the route queues, else once it is being sent.
 */
export function submit<const R extends RouteDefinition>(
  route: R,
  input: CallInput<R>,
  options: SubmitOptions = {},
): Promise<Submission<ResponseOf<R>>> {
  const queues = route.offline === 'queue' && options.whenOffline !== 'refuse'
  const submission = queues
    ? duringSubmission(() => submitQueued(route, input))
    : Promise.resolve(direct(route, input, options))
  return submission as Promise<Submission<ResponseOf<R>>>
}

async function submitQueued(
  route: RouteDefinition,
  given: CallInput<RouteDefinition>,
): Promise<Submission<unknown>> {
  const userId = currentUserId()
  const input = await withFilesReady(route, given)
  if (!userId || userId !== currentUserId()) {
    return settled(failureOf(localError('session.changed')))
  }
  const request = prepare(route, input)
  const { seenFields } = route
  const notKept = { needsKey: true, seenFields, whenOffline: 'offline.not_kept' } as const
  const mustWait = isSeriesWaiting(route)
  if (!mustWait && !useOutboxStore.getState().isKept) return sentDirectly(request, notKept)
  const id = newKey()
  try {
    const { store } = await import('./outbox/store.ts')
    return await store(route, input, { id, userId })
  } catch (error) {
    const failure = failureOf(error)
    if (mustWait || !NOT_STORED.has(failure.code)) return settled(failure)
    useOutboxStore.setState({ isKept: false })
    // With the same key, in case the browser stores it after all.
    return sentDirectly(request, { ...notKept, key: id })
  }
}

/** Ends once the files of all submissions so far are ready: a later one must not overtake them. */
let preparing: Promise<unknown> = Promise.resolve()

/** The input with the files that are stored and sent, whose photos are smaller. */
function withFilesReady<Input extends CallInput<RouteDefinition>>(
  route: RouteDefinition,
  input: Input,
): Promise<Input> {
  const ready = preparing.then(async () => {
    if (!route.files || !input.files) return input
    const code = await inTime(import('./smaller-photos.ts')).catch(() => undefined)
    return code ? code.withSmallerPhotos(route, input) : input
  })
  preparing = ready
  return ready
}

/** Sent directly, it would overtake an earlier one. */
function isSeriesWaiting({ inOrder }: RouteDefinition): boolean {
  const { entries } = useOutboxStore.getState()
  return entries.some(
    ({ series, state }) => inOrder && series === inOrder.series && state !== 'refused',
  )
}

const NOT_STORED = new Set<string>(['storage.full', 'storage.failed'])

function direct(
  route: RouteDefinition,
  input: CallInput<RouteDefinition>,
  options: SubmitOptions,
): Submission<unknown> {
  const needsPrice = route.offline === 'refuse' || options.whenOffline === 'refuse'
  return sentDirectly(prepare(route, input), {
    needsKey: route.idempotency === 'key',
    outlivesTab: needsPrice,
    seenFields: route.seenFields,
    wants: options.wants,
    whenOffline: needsPrice ? 'offline.refused' : 'network.unreachable',
  })
}

function sentDirectly(...args: Parameters<typeof submitDirectly>): Submission<unknown> {
  const news = duringSubmission(() => submitDirectly(...args))
  return { id: '', isStored: false, news, outcome: news, dismiss: () => Promise.resolve() }
}

function settled(failure: ApiFailure): Submission<unknown> {
  const result = Promise.resolve({ state: 'refused', failure } as const)
  return {
    id: '',
    isStored: false,
    news: result,
    outcome: result,
    dismiss: () => Promise.resolve(),
  }
}
