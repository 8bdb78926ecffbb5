import type { DayChange } from '#pwa/hooks/day-change.ts'
import { ChangeText } from '#pwa/ui/money.tsx'
import { Own } from '#pwa/ui/own-amounts.tsx'
import { formatUsd } from '#shared/format.ts'

/** The percentage shows its direction; the sum carries its sign. */
export function DayChangeText({ change, label }: { change: DayChange; label: string }) {
  const { difference, percent } = change
  const plus = difference.startsWith('-') || difference === '0' ? '' : '+'
  return (
    <>
      <ChangeText percent={percent} className="font-medium text-sm" />
      <span className="num text-fg-2 text-sm">
        <Own>{`${plus}${formatUsd(difference)}`}</Own>
      </span>
      <span>{label}</span>
    </>
  )
}
