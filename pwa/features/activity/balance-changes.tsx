import { ArrowRight } from 'lucide-react'
import { movementOf, signedText } from '#pwa/hooks/movement.ts'
import { classNames } from '#pwa/ui/class-names.ts'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { Money } from '#pwa/ui/money.tsx'
import type { ActivityLine } from '#shared/contract/activity.ts'

/** Each asset that an event moved, with both balances before and after. */
export function BalanceChanges({ lines }: { lines: readonly ActivityLine[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {lines.map((line) => (
        <li key={line.symbol} className="rounded-md border border-line bg-surface-2 px-4 py-3">
          <p className="flex items-center gap-2.5">
            <CoinIcon symbol={line.symbol} size="small" />
            <span className="font-medium text-fg text-sm">{line.symbol}</span>
            <Amount line={line} />
          </p>
          <dl className="mt-2 grid gap-1">
            <Change label="Available" {...line.available} />
            <Change label="Frozen" {...line.frozen} />
          </dl>
        </li>
      ))}
    </ul>
  )
}

function Amount({ line }: { line: ActivityLine }) {
  const movement = movementOf(line)
  return (
    <span className={classNames('num ml-auto font-semibold text-sm', TONES[movement.direction])}>
      {signedText(movement)}
      {movement.direction === 'frozen' && ' frozen'}
      {movement.direction === 'released' && ' released'}
    </span>
  )
}

const TONES = { in: 'text-up', out: 'text-down', frozen: 'text-fg', released: 'text-fg' }

function Change({ label, before, after }: { label: string; before: string; after: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
      <dt className="text-fg-3">{label}</dt>
      <dd className="ml-auto flex flex-wrap items-baseline justify-end gap-x-2 text-fg-2">
        {before === after ? (
          <>
            <Money amount={after} />
            <span className="text-fg-3 text-xs">unchanged</span>
          </>
        ) : (
          <>
            <Money amount={before} className="text-fg-3" />
            <ArrowRight aria-label="to" className="size-3.5 self-center text-fg-3" />
            <Money amount={after} className="text-fg" />
          </>
        )}
      </dd>
    </div>
  )
}
