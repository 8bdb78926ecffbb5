/** The result of one run of a load. */
export interface Rate {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

/** Runs the work of `clients` repeatedly for some seconds without pauses. */
export async function measure(
  clients: number,
  seconds: number,
  work: (client: number) => Promise<void>,
): Promise<Rate> {
  const times: number[] = []
  const started = performance.now()
  const end = started + seconds * 1_000
  const client = async (_: unknown, index: number) => {
    for (let from = performance.now(); from < end; from = performance.now()) {
      await work(index)
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const elapsed = performance.now() - started
  const at = percentiles(times)
  return { perSecond: (times.length / elapsed) * 1_000, p50: at(0.5), p99: at(0.99) }
}

/** The value at a share of the sorted values: 0.5 is the median, 1 the largest; NaN without any. */
export function percentiles(values: readonly number[]): (share: number) => number {
  const sorted = values.toSorted((left, right) => left - right)
  const last = sorted.length - 1
  return (share) => sorted[Math.min(last, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return percentiles(values)(0.5)
}
