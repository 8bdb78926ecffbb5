import { type Decimal, formatUnits, parseUnits } from '#shared/money.ts'

export interface ValuePoint {
  /** Seconds since 1970. */
  time: number
  /** null if it is not known. */
  value: Decimal | null
}

export interface KnownPoint extends ValuePoint {
  value: Decimal
}

/** The runs of known values: no line is drawn across a gap. */
export function runsOf(points: readonly ValuePoint[]): KnownPoint[][] {
  const runs: KnownPoint[][] = []
  let isOpen = false
  for (const { time, value } of points) {
    if (value === null) {
      isOpen = false
      continue
    }
    if (!isOpen) runs.push([])
    runs.at(-1)?.push({ time, value })
    isOpen = true
  }
  return runs
}

/** The line with the current value at its end, so that it agrees with the figures beside it. */
export function endingWith(points: readonly ValuePoint[], value: Decimal | null): ValuePoint[] {
  return points.map((point, index) => (index === points.length - 1 ? { ...point, value } : point))
}

interface ValueExtent {
  readonly first: KnownPoint
  readonly last: KnownPoint
  readonly lowest: Decimal
  readonly highest: Decimal
}

/** A line's key figures; undefined if no value is known. */
export function extentOf(points: readonly ValuePoint[]): ValueExtent | undefined {
  const known = runsOf(points).flat()
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last) return undefined
  const values = known.map(({ value }) => parseUnits(value))
  const lowest = values.reduce((low, value) => (value < low ? value : low))
  const highest = values.reduce((high, value) => (value > high ? value : high))
  return { first, last, lowest: formatUnits(lowest), highest: formatUnits(highest) }
}
