import type { FastifyBaseLogger } from 'fastify'
import { MINUTE_MS } from '#shared/time.ts'

const LOGGED_EVERY_MS = MINUTE_MS

/** After this long without a failure the next one counts as the first. */
const FORGOTTEN_AFTER_MS = 10 * MINUTE_MS

interface Repeated {
  readonly loggedAt: number
  failedAt: number
  /** Failures since the last log line. */
  unlogged: number
}

/** @param key identifies what failed; failures with the same key are counted together */
type Report = (key: string, details: object, message: string) => void

interface RepeatedFaults {
  readonly error: Report
  readonly warn: Report
}

type Logger = Pick<FastifyBaseLogger, 'error' | 'warn'>

const known = new WeakMap<Logger, RepeatedFaults>()

/**
 * Logs repeated failures: the first one at once, then at most one a minute, with the number of
 * failures. Otherwise a fault that is retried every second would fill the disk with the same stack.
 */
export function repeatedFaults(logger: Logger): RepeatedFaults {
  const faults = known.get(logger) ?? faultsOf(logger)
  known.set(logger, faults)
  return faults
}

function faultsOf(logger: Logger): RepeatedFaults {
  const byKey = new Map<string, Repeated>()
  const at =
    (level: 'error' | 'warn'): Report =>
    (key, details, message) => {
      const now = Date.now()
      forgetOld(byKey, now)
      const before = byKey.get(key)
      if (before && now - before.loggedAt < LOGGED_EVERY_MS) {
        before.unlogged += 1
        before.failedAt = now
        return
      }
      const failures = (before?.unlogged ?? 0) + 1
      logger[level]({ ...details, ...(before ? { failures } : {}) }, message)
      // Moved to the end: the map is ordered by the time of the last log line.
      byKey.delete(key)
      byKey.set(key, { loggedAt: now, failedAt: now, unlogged: 0 })
    }
  return { error: at('error'), warn: at('warn') }
}

function forgetOld(byKey: Map<string, Repeated>, now: number): void {
  for (const [key, { loggedAt, failedAt }] of byKey) {
    if (now - loggedAt < FORGOTTEN_AFTER_MS) return
    if (now - failedAt >= FORGOTTEN_AFTER_MS) byKey.delete(key)
  }
}
