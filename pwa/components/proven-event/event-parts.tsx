import { formatDateTime } from '#shared/format.ts'
import { t, translated } from '#shared/text/t.ts'

interface EventStepsProps {
  steps: readonly { version: number; title: string; at: string; by: string }[]
  /** The version that the dialog is about. */
  shown: number
  /** Of all steps, where not all are here. */
  count?: number | undefined
}

/** The history of the stream that an event belongs to, oldest first. */
export function EventSteps({ steps, shown, count = steps.length }: EventStepsProps) {
  const [first = 1, last = count] = [steps[0]?.version, steps.at(-1)?.version]
  return (
    <>
      {steps.length < count && (
        <p className="pb-3 text-fg-3 text-xs">
          {t('Steps {first} to {last} of {count}', {
            first: String(first),
            last: String(last),
            count: String(count),
          })}
        </p>
      )}
      <ol className="flex flex-col">
        {steps.map((step) => (
          <li key={step.version} className={STEP}>
            <span className="num grid size-6 shrink-0 place-items-center rounded-full bg-surface-3 text-fg-2 text-xs">
              {step.version}
            </span>
            <span className="wrap-anywhere min-w-0">
              <span className="block text-fg text-sm">{translated(step.title)}</span>
              <span className="block text-fg-3 text-xs">
                <Moment at={step.at} /> · {step.by}
              </span>
            </span>
            {step.version === shown && (
              <span className="ms-auto shrink-0 text-fg-3 text-xs">{t('This event')}</span>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

const STEP =
  'relative flex items-start gap-3 pb-4 last:pb-0 not-last:before:absolute not-last:before:top-6 not-last:before:bottom-0 not-last:before:start-3 not-last:before:w-px not-last:before:bg-line'

export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="num">
      {formatDateTime(at)}
    </time>
  )
}

export function Code({ children }: { children: string }) {
  return <span className="break-all font-mono text-xs">{children}</span>
}
