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

interface Asked {
  readonly port: number
  readonly accessToken: string
  readonly probe: Probe
}

/** Repeats a request, with different input each time where possible. */
export async function measureProbe({ port, accessToken, probe }: Asked): Promise<ProbeFigures> {
  const { name } = probe
  const times: number[] = []
  const enough = performance.now() + ENOUGH_MS
  for (let turn = -WARM_UP; turn < REQUESTS; turn += 1) {
    const path = probe.path(turn + WARM_UP)
    const started = performance.now()
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
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
  times.sort((left, right) => left - right)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return { name, p50: at(0.5), p95: at(0.95) }
}
