import { within } from '#pwa/loading/time-limit.ts'
import { validGrant } from '../access-token.ts'
import { OUTBOX_LOCK } from '../activity.ts'
import { perform } from '../api-client.ts'
import { ApiError, type ApiFailure, failureOf, localError } from '../api-error.ts'
import { db } from '../db.ts'
import { isReachable } from '../reachability.ts'
import { STEP_UP_REQUIRED } from '../step-up.ts'
import { withTabLock } from '../tabs.ts'
import { noteEpoch, placeIn } from './durable.ts'
import { isLost, isOwed, isUnsent, type OutboxEntry } from './entry.ts'
import {
  beginSending,
  countUnsent,
  listEntries,
  postpone,
  recoverInterrupted,
  settle,
  sweepDone,
} from './queue.ts'
import { backoffMs, leavesOpen, mayHaveArrived, verdictOf } from './verdict.ts'

/** A database that does not respond must not keep the lock: updates in every tab wait for it. */
const DATABASE_MS_MAX = 10_000

/**
 * Sends the signed-in user's due submissions one after the other, and returns how many are left.
 *
 * Safe to call at any time from any tab and the service worker: a lock admits one sender at a time.
 * `eager` ignores the backoff, for example because the user has come back; `untried` ignores it
 * only for submissions that were never attempted.
 */
export function flushOutbox(eager: Eagerness = false): Promise<number> {
  if (next) {
    next.eager = moreEager(next.eager, eager)
    return next.promise
  }
  const flush: Flush = { eager, promise: Promise.resolve(0) }
  const begin = () => {
    if (next === flush) next = undefined
  }
  next = flush
  flush.promise = withTabLock(OUTBOX_LOCK, () => {
    begin()
    return sendDue(flush.eager)
  }).finally(begin)
  return flush.promise
}

export type Eagerness = boolean | 'untried'

interface Flush {
  eager: Eagerness
  promise: Promise<number>
}

/**
 * The run that waits for the current sender, which may be in another tab. Calls join this run until
 * it starts, so that they do not each retry every submission.
 */
let next: Flush | undefined

function moreEager(one: Eagerness, other: Eagerness): Eagerness {
  if (one === true || other === true) return true
  return one || other
}

async function sendDue(eager: Eagerness): Promise<number> {
  const active = await within(DATABASE_MS_MAX, db.facts.get('active-user'))
  const userId = active?.value
  if (!userId) return 0
  await recoverInterrupted(userId)
  await sweepDone(userId)
  await sendAllDue(userId, eager)
  return countUnsent(userId)
}

/** When the next attempt is due; undefined if nothing waits. */
export function nextTryAtMs(entries: readonly OutboxEntry[]): number | undefined {
  const times = entries
    .filter((entry) => isOwed(entry) && !isBlocked(entry, entries))
    .map((entry) => dueAtMs(entry, false))
  return times.length > 0 ? Math.min(...times) : undefined
}

/** The one before it in its series must be sent first. */
function isBlocked({ dependsOn }: OutboxEntry, entries: readonly OutboxEntry[]): boolean {
  return entries.some((each) => each.id === dependsOn && isOwed(each))
}

async function sendAllDue(userId: string, eager: Eagerness): Promise<void> {
  const tried = new Set<string>()
  for (;;) {
    const entries = await listEntries(userId)
    const entry = entries.find(
      (each) =>
        !tried.has(each.id) && isOwed(each) && isDue(each, eager) && !isBlocked(each, entries),
    )
    if (!entry) return
    tried.add(entry.id)
    if (!(await canSend())) return waitForConnection(userId)
    if ((await sendOne(entry)) === 'stop') return
  }
}

// Checked before the entry is marked as sending: an entry that only lacks a token has not left the
// device.
async function canSend(): Promise<boolean> {
  if (!(await isReachable())) return false
  return validGrant().then(
    () => true,
    () => false,
  )
}

/** No wait is longer than this: a longer one means that the clock has been set back since. */
const WAIT_MS_MAX = 10 * 60_000

function dueAtMs({ tries, notBeforeMs, nextTryAtMs }: OutboxEntry, eager: Eagerness): number {
  const latest = Date.now() + WAIT_MS_MAX
  const isEager = eager === 'untried' ? tries === 0 : eager
  const times = isEager ? [notBeforeMs] : [notBeforeMs, nextTryAtMs]
  return Math.max(0, ...times.filter((ms) => ms <= latest))
}

function isDue(entry: OutboxEntry, eager: Eagerness): boolean {
  return dueAtMs(entry, eager) <= Date.now()
}

async function sendOne(entry: OutboxEntry): Promise<'next' | 'stop'> {
  const sending = await beginSending(entry)
  if (!sending) return 'next'
  try {
    const { request, id, userId } = sending
    let headers: Headers | undefined
    const onResponse = (answered: Headers) => {
      headers = answered
    }
    const options = { key: id, asUser: userId, isUnattended: true, onResponse }
    const response = await perform(request, options)
    const recorded = placeIn(headers)
    const place = recorded?.isDurable ? undefined : recorded?.place
    await settle(sending, { state: 'done', response, place })
    if (recorded) await noteEpoch(userId, recorded.place.epoch)
    return 'next'
  } catch (error) {
    return afterFailure(entry, sending, error)
  }
}

async function afterFailure(
  before: OutboxEntry,
  sending: OutboxEntry,
  error: unknown,
): Promise<'next' | 'stop'> {
  const verdict = verdictOf(error)
  const failure = failureOf(error)
  const isOpen = before.state === 'unknown' && leavesOpen(error)
  if (verdict === 'refused' && !isOpen) {
    await settle(sending, { state: 'refused', failure })
    return 'next'
  }
  const now = Date.now()
  const retryAfterMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0
  const isUnseen = isLost(before) && failure.code !== STEP_UP_REQUIRED
  const hasArrived = mayHaveArrived(error) || before.state === 'unknown'
  const until = {
    nextTryAtMs: now + backoffMs(sending.tries, Math.random()),
    notBeforeMs: now + Math.min(retryAfterMs, WAIT_MS_MAX),
  }
  await postpone(sending, {
    // The user saw that it is done; this changes only if they must give a proof.
    ...(isUnseen ? { state: 'done' } : { state: hasArrived ? 'unknown' : 'waiting', failure }),
    ...until,
  })
  if (verdict !== 'stop') return 'next'
  await holdBack(sending.userId, until)
  return 'stop'
}

const OFFLINE_PAUSE_MS = 10_000

async function waitForConnection(userId: string): Promise<void> {
  const failure = failureOf(localError('network.unreachable'))
  await holdBack(userId, { nextTryAtMs: Date.now() + OFFLINE_PAUSE_MS, notBeforeMs: 0 }, failure)
}

/** No submission is sent earlier; a longer backoff of an attempted one continues. */
async function holdBack(
  userId: string,
  until: Pick<OutboxEntry, 'nextTryAtMs' | 'notBeforeMs'>,
  failure?: ApiFailure,
): Promise<void> {
  for (const entry of (await listEntries(userId)).filter(isOwed)) {
    await postpone(entry, {
      state: entry.state,
      nextTryAtMs: Math.max(entry.nextTryAtMs, until.nextTryAtMs),
      notBeforeMs: Math.max(entry.notBeforeMs, until.notBeforeMs),
      ...(failure && isUnsent(entry) ? { failure } : {}),
    })
  }
}
