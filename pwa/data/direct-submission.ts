import { useSessionStore } from '#pwa/stores/session.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { perform } from './api-client.ts'
import { ApiError, type ApiFailure, failureOf, localError } from './api-error.ts'
import type { PreparedRequest } from './api-request.ts'
import { newKey } from './new-key.ts'
import { mayHaveArrived, verdictOf } from './outbox/verdict.ts'
import { refetchAfterWrite } from './queries.ts'
import { isReachable } from './reachability.ts'
import { submissionError } from './submission-error.ts'

type DirectOutcome =
  | { readonly state: 'done'; readonly response: unknown; readonly isEarlier?: true }
  | { readonly state: 'refused'; readonly failure: ApiFailure }

/** The server had no room for the request: a moment later it may. */
const BUSY = 'busy.try_later'

/** Delays before each retry of a submission that got no response; the server may ask for longer. */
const RETRY_AFTER_MS = [1_000, 2_000]

/**
 * If the server asks for a longer wait, the user is told instead: what they saw, such as a price,
 * would be outdated.
 */
const WAIT_MS_MAX = 5_000

interface Unseen {
  readonly id: string
  readonly request: PreparedRequest
  /**
   * The user who pressed the button; absent without a session. It is never sent as another user.
   */
  readonly asUser?: string
}

// Submissions with an unknown outcome, by their content: submitting the same again first resolves
// the outcome of the earlier one.
const unseen = new Map<string, Unseen>()

interface DirectOptions {
  readonly needsKey: boolean
  readonly seenFields?: RouteDefinition['seenFields']
  /** What the user wants, if the body only names terms that say it. */
  readonly wants?: object | undefined
  /** What to say without a connection. */
  readonly whenOffline: 'offline.refused' | 'network.unreachable' | 'offline.not_kept'
  /** The key of the first attempt, if there may have been one. */
  readonly key?: string
}

/** Sends immediately or not at all: for staff, and for submissions that depend on the price. */
export function submitDirectly(
  request: PreparedRequest,
  { needsKey, whenOffline, key, ...means }: DirectOptions,
): { id: string; outcome: Promise<DirectOutcome> } {
  const content = contentOf(request, means)
  const before = unseen.get(content)
  const id = before?.id ?? key ?? newKey()
  const { user } = useSessionStore.getState()
  const pressed = { id, request, ...(user && { asUser: user.userId }) }
  const outcome = (async (): Promise<DirectOutcome> => {
    if (!(await isReachable())) {
      const isPlain = whenOffline === 'network.unreachable'
      return refused(isPlain ? localError(whenOffline) : submissionError(whenOffline))
    }
    if (!needsKey) return await attempt(pressed, { retries: 0 })
    const earlier = before && (await send(before, true))
    // It had an effect, or may have; under the same key, so that it cannot have one later.
    if (!earlier || isRefused(earlier)) return send(pressed)
    return earlier.state === 'done' ? { ...earlier, isEarlier: true } : earlier
  })()
  return { id, outcome }

  async function send(one: Unseen, isLost = false): Promise<DirectOutcome> {
    unseen.set(content, one)
    const result = await attempt(one, { retries: RETRY_AFTER_MS.length, key: one.id, isLost })
    if (result.state === 'done' || isRefused(result)) unseen.delete(content)
    return result
  }
}

function isRefused(outcome: DirectOutcome): boolean {
  return outcome.state === 'refused' && outcome.failure.code !== 'outcome.unknown'
}

/**
 * Identifies what the user wants: another price on the screen does not change it, another file
 * does.
 */
function contentOf(
  { method, url, body, files = [] }: PreparedRequest,
  { seenFields = [], wants }: Pick<DirectOptions, 'seenFields' | 'wants'>,
): string {
  const wanted = { ...(body as object), ...wants }
  for (const field of seenFields) Reflect.deleteProperty(wanted, field)
  const labels = files.map(({ field, name, content: { size } }) => [field, name, size])
  const { user } = useSessionStore.getState()
  return JSON.stringify([user?.userId, method, url, wanted, labels])
}

interface Attempt {
  readonly retries: number
  readonly key?: string
  /** An earlier attempt may have had an effect. */
  readonly isLost?: boolean
}

async function attempt(
  one: Unseen,
  { retries, key, isLost = false }: Attempt,
): Promise<DirectOutcome> {
  for (let tries = 0; ; tries += 1) {
    const tried = await once(one, key)
    if ('state' in tried) return tried
    const { error } = tried
    isLost ||= isResponseLost(error)
    const pauseMs = Math.max(askedMsOf(error), RETRY_AFTER_MS[tries] ?? 0)
    const isOver = !key || tries >= retries || !canRepeat(error) || pauseMs > WAIT_MS_MAX
    // A server's decision under the same key settles it. A response from a server that handled
    // nothing, such as an older one that does not know the route, does not.
    const isUnsettled = isLost && verdictOf(error) !== 'refused'
    if (isOver) return refused(key && isUnsettled ? submissionError('outcome.unknown') : error)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

async function once(
  { request, asUser }: Unseen,
  key: string | undefined,
): Promise<DirectOutcome | { readonly error: unknown }> {
  try {
    const response = await perform(request, { ...(key && { key }), ...(asUser && { asUser }) })
    void Promise.resolve().then(refetchAfterWrite)
    return { state: 'done', response }
  } catch (error) {
    return { error }
  }
}

function canRepeat(error: unknown): boolean {
  return isResponseLost(error) || failureOf(error).code === BUSY
}

function askedMsOf(error: unknown): number {
  return error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0
}

/** Whether it may have had an effect that no response of our server has reported. */
function isResponseLost(error: unknown): boolean {
  return verdictOf(error) !== 'refused' && mayHaveArrived(error)
}

function refused(error: unknown): DirectOutcome {
  return { state: 'refused', failure: failureOf(error) }
}
