import { perform } from './api-client.ts'
import { ApiError, type ApiFailure, failureOf, localError } from './api-error.ts'
import type { PreparedRequest } from './api-request.ts'
import { newKey } from './new-key.ts'
import { refetchAfterWrite } from './queries.ts'
import { isReachable } from './reachability.ts'
import { submissionError } from './submission-error.ts'

type DirectOutcome =
  | { readonly state: 'done'; readonly answer: unknown }
  | { readonly state: 'refused'; readonly failure: ApiFailure }

/** The server had no room for the request: a moment later it may. */
const BUSY = 'busy.try_later'

/** Delays before each retry of a submission that got no response; the server may ask for longer. */
const RETRY_AFTER_MS = [1_000, 2_000]

// A submission whose outcome is unknown keeps its key: submitting again cannot have a second effect.
const unseen = new Map<string, string>()

interface DirectOptions {
  readonly needsKey: boolean
  /** What to say without a connection. */
  readonly whenOffline: 'offline.refused' | 'network.unreachable' | 'offline.not_kept'
  /** The key of the first attempt, if there may have been one. */
  readonly key?: string
}

/** Sends at once or not at all: for staff, and for submissions that depend on the price. */
export function submitDirectly(
  request: PreparedRequest,
  { needsKey, whenOffline, key }: DirectOptions,
): { id: string; outcome: Promise<DirectOutcome> } {
  const content = contentOf(request)
  const id = unseen.get(content) ?? key ?? newKey()
  const outcome = (async (): Promise<DirectOutcome> => {
    if (!(await isReachable())) {
      const isPlain = whenOffline === 'network.unreachable'
      return refused(isPlain ? localError(whenOffline) : submissionError(whenOffline))
    }
    if (!needsKey) return await attempt(request, undefined, 0)
    unseen.set(content, id)
    const result = await attempt(request, id, RETRY_AFTER_MS.length)
    if (result.state === 'done' || result.failure.code !== 'outcome.unknown') {
      unseen.delete(content)
    }
    return result
  })()
  return { id, outcome }
}

/** The same form with another file is another submission. */
function contentOf({ method, url, body, files = [] }: PreparedRequest): string {
  const labels = files.map(({ field, name, content: { size } }) => [field, name, size])
  return JSON.stringify([method, url, body, labels])
}

async function attempt(
  request: PreparedRequest,
  key: string | undefined,
  retries: number,
): Promise<DirectOutcome> {
  let isLost = false
  for (let tries = 0; ; tries += 1) {
    const tried = await once(request, key)
    if ('state' in tried) return tried
    const { error } = tried
    isLost ||= isAnswerLost(error)
    if (!key || !canRepeat(error)) return refused(error)
    if (tries >= retries) return refused(isLost ? submissionError('outcome.unknown') : error)
    await pauseAfter(error, tries)
  }
}

async function once(
  request: PreparedRequest,
  key: string | undefined,
): Promise<DirectOutcome | { readonly error: unknown }> {
  try {
    const answer = await perform(request, key ? { key } : {})
    void Promise.resolve().then(refetchAfterWrite)
    return { state: 'done', answer }
  } catch (error) {
    return { error }
  }
}

function canRepeat(error: unknown): boolean {
  return isAnswerLost(error) || failureOf(error).code === BUSY
}

async function pauseAfter(error: unknown, tries: number): Promise<void> {
  const askedMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0
  const pauseMs = Math.max(askedMs, RETRY_AFTER_MS[tries] ?? 0)
  await new Promise((resolve) => setTimeout(resolve, pauseMs))
}

// Our server returns 503 (no fresh price, too busy) before it handles the request. An unexpected
// exception may come after the response, so it says nothing about the outcome.
function isAnswerLost(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  if (error.code === 'session.changed') return false
  return error.status === 0 || (error.status >= 500 && error.status !== 503)
}

function refused(error: unknown): DirectOutcome {
  return { state: 'refused', failure: failureOf(error) }
}
