import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import type { FuturesTrade } from '#shared/contract/futures.ts'
import { type CheckStep, type CheckTick, checkResult } from './check-result.ts'
import { useFuturesTicks } from './use-futures.ts'

/** Recomputes the result here, from the recorded prices, where somebody asks for it. */
export function ResultCheckSection({ trade }: { trade: FuturesTrade }) {
  const [isAsked, setAsked] = useState(false)
  const { data, error, refetch, isLoading } = useFuturesTicks(trade.id, isAsked)
  return (
    <section aria-label="Check of the result" className="flex flex-col gap-3">
      {/* Stays where it is afterwards: whoever pressed it keeps the focus. */}
      <Button
        wide
        busy={isAsked && isLoading}
        onClick={() => (isAsked ? refetch() : setAsked(true))}
      >
        {data ? 'Check again' : 'Check this result'}
      </Button>
      {data && <Check trade={trade} ticks={data.ticks} />}
      {!data && error && (
        <ErrorState title="The recorded prices did not load" message={error.message} />
      )}
    </section>
  )
}

function Check({ trade, ticks }: { trade: FuturesTrade; ticks: readonly CheckTick[] }) {
  const { steps, agrees } = checkResult(trade, ticks)
  return (
    <>
      <p className="text-fg-3 text-xs">
        Computed in this browser from {ticks.length} recorded prices, with the rule that the server
        obeys.
      </p>
      <ol className="flex flex-col gap-2">
        {steps.map((step, index) => (
          <Step key={step.title} step={step} number={index + 1} />
        ))}
      </ol>
      <p
        role="status"
        className={classNames(
          'flex items-start gap-2 rounded-md border p-3 font-semibold text-sm',
          agrees ? 'border-up/40 bg-up/8 text-up' : 'border-down/40 bg-down/8 text-down',
        )}
      >
        <Mark agrees={agrees} />
        {agrees
          ? 'The result follows from the recorded prices.'
          : 'The result does not follow from the recorded prices. Please contact support.'}
      </p>
    </>
  )
}

function Step({ step, number }: { step: CheckStep; number: number }) {
  return (
    <li className="flex items-start gap-3 rounded-md border border-line bg-surface-2 px-3 py-2.5">
      <Mark agrees={step.agrees} />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-fg text-sm">
          {number}. {step.title}
          <span className="sr-only">{step.agrees ? ': agrees' : ': does not agree'}</span>
        </p>
        {step.lines.map((line) => (
          <p key={line} className="break-words text-fg-2 text-xs tabular-nums">
            {line}
          </p>
        ))}
      </div>
    </li>
  )
}

function Mark({ agrees }: { agrees: boolean }) {
  const Icon = agrees ? CircleCheck : CircleAlert
  return (
    <Icon
      aria-hidden="true"
      className={classNames('mt-0.5 size-4 shrink-0', agrees ? 'text-up' : 'text-down')}
    />
  )
}
