import { hash, randomUUID } from 'node:crypto'
import type { Clock } from '#server/platform/clock.ts'
import { inTime } from '#server/platform/deadline.ts'
import type { LeaseAsked, RateLimits } from '#server/platform/rate-limits.ts'
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts'

/**
 * Names that are counted individually per minute; further names are counted by hash, in shared
 * cells.
 */
const NAMES_MAX = 50_000
/** The part of a limit that a process uses without a lease: most names never use more. */
const FREE_SHARE = 1 / 50
const LEASE_MS_MAX_DEFAULT = SECOND_MS
/** How long a process counts on its own after a lease has failed. */
const ALONE_MS = 5 * SECOND_MS

export interface MinuteLimitsOptions {
  readonly clock: Clock
  /**
   * Leases a part of what is left of a limit that all processes share.
   *
   * @returns how many requests may pass; 0: the limit is used up
   */
  readonly lease: (asked: LeaseAsked) => Promise<number>
  /** How long a request waits for a lease. */
  readonly leaseMsMax?: number | undefined
  /**
   * Called with the reason why a lease failed, once for each time that this process counts alone.
   */
  readonly report: (error: unknown) => void
}

interface Count {
  passed: number
  /** How many may pass until another lease is needed. */
  allowed: number
  /** Passed without a lease, and not reported yet. */
  unreported: number
  /** No further lease is possible in this minute. */
  isLast: boolean
  asking: Promise<void> | undefined
}

/**
 * Counts requests by name in the minutes of the clock, together with all other processes. A process
 * lets the first few requests of a name pass, then leases parts of what is left of the limit, and
 * asks for the next one when it has used the last. A limit below 50 a minute is therefore exact, and
 * one above lets each process pass at most 2 % more. If no lease is available, the process counts
 * alone for the rest of the minute, so that neither all requests are refused nor a flood is
 * accepted.
 *
 * Memory is bounded. A flood of names neither raises a limit nor uses up the limits of other names.
 * Not @fastify/rate-limit: its store reads the machine's clock, and when it is full, a new name
 * evicts the count of another.
 *
 * Source: docs/decisions/0173-rate-limits-are-shared.md
 */
export function minuteLimits({
  clock,
  lease,
  leaseMsMax = LEASE_MS_MAX_DEFAULT,
  report,
}: MinuteLimitsOptions): RateLimits {
  let minute = Number.NaN
  let counts = new Map<string, Count>()
  let further = hashedCounts()
  let aloneUntilMs = 0

  function beginMinute(current: number): void {
    minute = current
    counts = new Map()
    further = hashedCounts()
  }

  function countOf(name: string, perMinute: number): Count {
    const known = counts.get(name)
    if (known) return known
    const free = Math.floor(perMinute * FREE_SHARE)
    const count = { passed: 0, allowed: free, unreported: free, isLast: false, asking: undefined }
    counts.set(name, count)
    return count
  }

  async function ask(count: Count, name: string, perMinute: number): Promise<void> {
    try {
      if (clock.now() < aloneUntilMs) return countAlone(count, perMinute)
      const asked = { minute, name, perMinute, used: count.unreported }
      const leased = await inTime(
        lease(asked),
        leaseMsMax,
        () => new Error('a lease takes too long'),
      )
      count.unreported = 0
      count.allowed += leased
      count.isLast = leased === 0
    } catch (error) {
      if (clock.now() >= aloneUntilMs) report(error)
      aloneUntilMs = clock.now() + ALONE_MS
      countAlone(count, perMinute)
    }
  }

  return {
    async take(name, perMinute) {
      const nowMs = clock.now()
      const current = Math.floor(nowMs / MINUTE_MS)
      if (current !== minute) beginMinute(current)
      const refused = Math.max(1, Math.ceil(((current + 1) * MINUTE_MS - nowMs) / SECOND_MS))
      if (!counts.has(name) && counts.size >= NAMES_MAX) {
        return further.add(name) <= perMinute ? 0 : refused
      }
      const count = countOf(name, perMinute)
      while (count.passed >= count.allowed) {
        if (count.isLast) return refused
        count.asking ??= ask(count, name, perMinute).finally(() => {
          count.asking = undefined
        })
        await count.asking
      }
      count.passed += 1
      return 0
    },
  }
}

/** Counts as if this process were the only one. */
function countAlone(count: Count, perMinute: number): void {
  count.allowed = Math.max(count.allowed, perMinute)
  count.isLast = true
}

const ROWS = 4
const WIDTH = 2 ** 18

/**
 * A count-min sketch: each name increments one cell per row, and its count is the smallest of these
 * cells, so it is too high only if other names share all four cells. The random key prevents a
 * client from choosing names that share the cells of another name.
 */
function hashedCounts() {
  const key = randomUUID()
  let cells: Uint32Array | undefined
  return {
    add(name: string): number {
      cells ??= new Uint32Array(ROWS * WIDTH)
      const digest = hash('sha256', `${key} ${name}`, 'buffer')
      let least = Number.POSITIVE_INFINITY
      for (let row = 0; row < ROWS; row += 1) {
        const cell = row * WIDTH + (digest.readUInt32LE(row * 4) % WIDTH)
        const next = (cells[cell] ?? 0) + 1
        cells[cell] = next
        least = Math.min(least, next)
      }
      return least
    },
  }
}
