/**
 * The results of each part, in order; the next part is read while the consumer works on the current
 * one.
 */
export async function* readAhead<Part, Read>(
  parts: readonly Part[],
  read: (part: Part) => Promise<Read>,
): AsyncGenerator<Read> {
  const begin = (at: number): Promise<Read> | undefined => {
    const part = parts[at]
    const reading = part === undefined ? undefined : read(part)
    // If the consumer stops earlier, its error is ignored.
    reading?.catch(() => {})
    return reading
  }
  let next = begin(0)
  for (let at = 0; next; at += 1) {
    const done = await next
    next = begin(at + 1)
    yield done
  }
}

/** From one number up to and without another. */
export interface NumberRange {
  readonly from: number
  readonly to: number
}

/** A range in ranges of at most `count` numbers. */
export function rangesBetween(from: number, to: number, count: number): NumberRange[] {
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / count)) }, (_, at) => ({
    from: from + at * count,
    to: Math.min(from + (at + 1) * count, to),
  }))
}
