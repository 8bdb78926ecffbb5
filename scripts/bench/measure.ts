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
  times.sort((left, right) => left - right)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { perSecond: (times.length / elapsed) * 1_000, p50: at(0.5), p99: at(0.99) }
}

export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0
}
