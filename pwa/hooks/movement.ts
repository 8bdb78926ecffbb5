import type { ActivityLine } from '#shared/contract/activity.ts'
import { formatAmount, formatDifference } from '#shared/format.ts'
import { type Decimal, formatUnits, parseUnits } from '#shared/money.ts'

/** in and out change the total balance; frozen and released only change what is available. */
export type Direction = 'in' | 'out' | 'frozen' | 'released'

export interface Movement {
  readonly direction: Direction
  /** Without a sign. */
  readonly amount: Decimal
}

/** What a line did, in one word and an amount. */
export function movementOf({ amount, frozen }: ActivityLine): Movement {
  const total = parseUnits(amount)
  if (total > 0n) return { direction: 'in', amount }
  if (total < 0n) return { direction: 'out', amount: formatUnits(-total) }
  const moved = parseUnits(frozen.after) - parseUnits(frozen.before)
  return moved > 0n
    ? { direction: 'frozen', amount: formatUnits(moved) }
    : { direction: 'released', amount: formatUnits(-moved) }
}

const SIGNS: Readonly<Record<Direction, string>> = {
  in: '+',
  out: '\u2212',
  frozen: '',
  released: '',
}

export function signedText({ direction, amount }: Movement): string {
  return `${SIGNS[direction]}${formatAmount(amount)}`
}

/** Just as exact, without the zeros at the end, where there is no room for them. */
export function shortText({ direction, amount }: Movement): string {
  return `${SIGNS[direction]}${formatDifference(amount).replace('+', '')}`
}

/** Lines in the order of time, grouped by day. */
export function byDay<Line extends { readonly at: string }>(
  lines: readonly Line[],
  dayOf: (at: string) => string,
) {
  const days: { day: string; lines: Line[] }[] = []
  for (const line of lines) {
    const day = dayOf(line.at)
    const last = days.at(-1)
    if (last?.day === day) last.lines.push(line)
    else days.push({ day, lines: [line] })
  }
  return days
}
