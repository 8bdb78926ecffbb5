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
  readonly asUser?: string | undefined
}

// Submissions with an unknown outcome, by their content: submitting the same again first resolves
// the outcome of the earlier one. Only those that are not kept on the device.
const unseen = new Map<string, Unseen>()

interface DirectOptions {
  readonly needsKey: boolean
  /** Keeps it on the device until its outcome is known: a second one would move money twice. */
  readonly outlivesTab?: boolean
  readonly seenFields?: RouteDefinition['seenFields']
  /** What the user wants, if the body only names terms that say it. */
  readonly wants?: object | undefined
  /** What to say without a connection. */
  readonly whenOffline: 'offline.refused' | 'network.unreachable' | 'offline.not_kept'
  /** The key of the first attempt, if there may have been one. */
  readonly key?: string
}

/** Sends immediately or not at all: for staff, and for submissions that depend on the price. */
export async function submitDirectly(
  request: PreparedRequest,
  { needsKey, outlivesTab, whenOffline, key, ...means }: DirectOptions,
): Promise<DirectOutcome> {
  const content = contentOf(request, means)
  const inTab = unseen.get(content)
  const { user } = useSessionStore.getState()
  const pressed = { id: inTab?.id ?? key ?? newKey(), request, asUser: user?.userId }
  if (!(await isReachable())) {
    const isPlain = whenOffline === 'network.unreachable'
    return refused(isPlain ? localError(whenOffline) : submissionError(whenOffline))
  }
  if (!needsKey) return await attempt(pressed, { retries: 0 })
  const outlives = outlivesTab && !request.files
  const kept = outlives ? await keepOnDevice(inTab ?? pressed, content) : undefined
  const before = kept?.before ?? inTab
  const earlier = before && (await send(before, true))
  // It had an effect, or may have; under the same key, so that it cannot have one later.
  if (!earlier || isRefused(earlier)) return send({ ...pressed, id: before?.id ?? pressed.id })
  return earlier.state === 'done' ? { ...earlier, isEarlier: true } : earlier

  async function send(one: Unseen, isLost = false): Promise<DirectOutcome> {
    const isNew = before !== undefined && one !== before
    const isKept = kept !== undefined && (!isNew || (await kept.replace(one)))
    if (!isKept) unseen.set(content, one)
    const retries = RETRY_AFTER_MS.length
    const result = await attempt(one, { retries, key: one.id, isLost, isKept })
    if (result.state === 'done' || isRefused(result)) {
      unseen.delete(content)
      await kept?.forget(one.id)
    }
    return result
  }
}

/** Keeps it unless there is an earlier one, `before`. Undefined if the device keeps nothing. */
async function keepOnDevice(one: Unseen, content: string) {
  const { asUser } = one
  if (!asUser) return undefined
  try {
    const { findOrKeep, forgetResolved, replaceKept } = await import('./unresolved.ts')
    const found = await findOrKeep(asUser, { ...one, content })
    return {
      before: found && { ...found, asUser },
      replace: (next: Unseen) => succeeds(replaceKept(asUser, { ...next, content })),
      forget: (id: string) => succeeds(forgetResolved(id)),
    }
  } catch {
    return undefined
  }
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}

const UNKNOWN = new Set<string>(['outcome.unknown', 'outcome.not_kept'])

function isRefused(outcome: DirectOutcome): boolean {
  return outcome.state === 'refused' && !UNKNOWN.has(outcome.failure.code)
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
  /** Sending it again is safe from every tab, also after a reload. */
  readonly isKept?: boolean
}

async function attempt(
  one: Unseen,
  { retries, key, isLost = false, isKept = false }: Attempt,
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
    const unknown = isKept ? 'outcome.unknown' : 'outcome.not_kept'
    if (isOver) return refused(key && isUnsettled ? submissionError(unknown) : error)
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
