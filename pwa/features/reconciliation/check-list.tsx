import { CircleCheck, CircleX } from 'lucide-react'
import { Card } from '#pwa/ui/card.tsx'
import type { FinishedRun } from '#shared/contract/reconciliation.ts'
import { CHECK_TEXTS } from './checks.ts'

/** Each check of the last run, with the first fault that it found. */
export function CheckList({ checks }: Pick<FinishedRun, 'checks'>) {
  const hasFaults = checks.some((check) => !check.is_sound)
  return (
    <Card title="Checks" flush>
      <ul className="divide-y divide-line">
        {checks.map(({ check, is_sound, fault, more }) => {
          const { label, meaning } = CHECK_TEXTS[check]
          return (
            <li key={check} className="flex items-start gap-3 px-4 py-3">
              {is_sound ? (
                <CircleCheck aria-label="Sound:" className="mt-0.5 size-5 shrink-0 text-up" />
              ) : (
                <CircleX aria-label="Failed:" className="mt-0.5 size-5 shrink-0 text-down" />
              )}
              <div className="min-w-0">
                <p className="font-medium text-fg text-sm">{label}</p>
                <p className="text-fg-3 text-xs">{meaning}</p>
                {fault && (
                  <p className="wrap-anywhere mt-1.5 rounded-sm border border-down/40 bg-down/8 px-2 py-1.5 font-mono text-fg-2 text-xs">
                    {fault}
                    {more > 0 && ` (and ${more} more)`}
                  </p>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      {hasFaults && (
        <p className="border-line border-t px-4 py-3 text-fg-3 text-xs">
          Amounts in faults are in the ledger's smallest units, of 0.00000001 each.
        </p>
      )}
    </Card>
  )
}
