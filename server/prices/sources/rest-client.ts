import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel'
import type { z } from 'zod'
import { parseJsonExactly } from '#server/prices/exact-decimal.ts'
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import { type MarketOptions, SourceFault } from './market.ts'

const TIMEOUT_MS = 5 * SECOND_MS
const FAILURES_BEFORE_OPEN = 5
const OPEN_MS = 10 * SECOND_MS
const BYTES_MAX = 8 * 1024 * 1024

/** Used when a busy market gives no waiting time, or an unreasonable one. */
const RETRY_AFTER_MS_DEFAULT = 30 * SECOND_MS
const RETRY_AFTER_MS_MAX = 10 * MINUTE_MS

/** "Too many requests", and Binance's status for a ban. */
const SLOW_DOWN = [418, 429, 503]

/** For requests that end only by their timeout. */
export const UNHURRIED = new AbortController().signal

export interface RestClient {
  /**
   * Sends a GET request and checks the response against a schema; JSON numbers are kept as text.
   *
   * @throws SourceFault on timeout, bad status, bad shape, open circuit, or during a Retry-After
   * wait
   */
  get<S extends z.ZodType>(path: string, schema: S, signal: AbortSignal): Promise<z.output<S>>
}

/** A client of one market with timeouts and a circuit breaker, which respects Retry-After. */
export function createRestClient(
  defaultUrl: string,
  { clock, restUrl = defaultUrl, timeoutMs = TIMEOUT_MS }: MarketOptions,
): RestClient {
  const breaker = circuitBreaker(handleAll, {
    breaker: new ConsecutiveBreaker(FAILURES_BEFORE_OPEN),
    halfOpenAfter: OPEN_MS,
  })
  let quietUntilMs = 0

  async function request(path: string, signal: AbortSignal): Promise<unknown> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const response = await fetch(new URL(path, restUrl), {
      signal: limit,
      redirect: 'error',
      headers: { accept: 'application/json' },
    })
    if (response.ok) return parseJsonExactly(await readText(response))
    await response.body?.cancel()
    if (!SLOW_DOWN.includes(response.status)) throw new SourceFault(`status ${response.status}`)
    const waitMs = retryAfterMs(response.headers.get('retry-after'), clock.now())
    quietUntilMs = clock.now() + waitMs
    throw new SourceFault(`status ${response.status}, told to wait ${waitMs} ms`, waitMs)
  }

  return {
    async get(path, schema, signal) {
      const waitMs = quietUntilMs - clock.now()
      if (waitMs > 0) throw new SourceFault('told to wait', waitMs)
      try {
        return await breaker.execute(async () => {
          const parsed = schema.safeParse(await request(path, signal))
          if (!parsed.success) throw new SourceFault(`unknown shape: ${parsed.error.message}`)
          return parsed.data
        })
      } catch (error) {
        throw faultFrom(error)
      }
    },
  }
}

/** Retry-After is a number of seconds or a date (RFC 9110 section 10.2.3). */
export function retryAfterMs(header: string | null, nowMs: number): number {
  if (header === null) return RETRY_AFTER_MS_DEFAULT
  const waitMs = /^\d+$/.test(header.trim())
    ? Number(header) * SECOND_MS
    : Date.parse(header) - nowMs
  if (Number.isNaN(waitMs)) return RETRY_AFTER_MS_DEFAULT
  return Math.min(Math.max(waitMs, SECOND_MS), RETRY_AFTER_MS_MAX)
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.byteLength
    if (bytes > BYTES_MAX) throw new SourceFault('response too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function faultFrom(error: unknown): SourceFault {
  if (error instanceof SourceFault) return error
  if (error instanceof BrokenCircuitError) return new SourceFault('circuit open')
  return new SourceFault(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
}
