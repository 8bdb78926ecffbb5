import { percentiles } from '#scripts/bench/measure.ts'
import type { Probe } from './probes.ts'

const WARM_UP = 3
const REQUESTS = 40
/** A request this slow is not repeated. */
const ENOUGH_MS = 15_000

export interface ProbeFigures {
  readonly name: string
  /** Milliseconds, from sending to the last byte of the response. */
  readonly p50: number
  readonly p95: number
  /** The error response, if there was one. */
  readonly failed?: string
}

/** Repeats a request, with different input each time where possible. */
export async function measureProbe(
  { name, path }: Probe,
  { port, accessToken }: { readonly port: number; readonly accessToken: string },
): Promise<ProbeFigures> {
  const times: number[] = []
  const enough = performance.now() + ENOUGH_MS
  for (let turn = -WARM_UP; turn < REQUESTS; turn += 1) {
    const started = performance.now()
    const response = await fetch(`http://127.0.0.1:${port}${path(turn + WARM_UP)}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    const body = await response.text()
    const ended = performance.now()
    if (turn >= 0) times.push(ended - started)
    if (!response.ok) {
      return { name, p50: Number.NaN, p95: Number.NaN, failed: `${response.status} ${body}` }
    }
    if (times.length > 0 && ended > enough) break
  }
  const at = percentiles(times)
  return { name, p50: at(0.5), p95: at(0.95) }
}
