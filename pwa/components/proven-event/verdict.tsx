import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { EventFinding } from '#pwa/hooks/use-event-proof.ts'
import { classNames } from '#pwa/ui/class-names.ts'
import type { ProvenEvent } from '#shared/contract/proven-event.ts'
import { formatDateTime } from '#shared/format.ts'
import { inDigits, t } from '#shared/text/t.ts'
import { instantOf } from '#shared/time.ts'
import { Code } from './event-parts.tsx'

interface VerdictProps {
  finding: EventFinding
  event: ProvenEvent
  /** The event is newer than the signed log. */
  isNotSigned: boolean
}

/** What the browser has found out about an event, step by step. */
export function Verdict({ finding, event, isNotSigned }: VerdictProps) {
  const { proof } = finding
  const steps = [
    contentStep(finding),
    ...(finding.agrees && proof ? stepsInLog(proof, event) : []),
    ...(finding.agrees && !proof ? [missingStep(isNotSigned)] : []),
  ]
  const tone = steps.some(({ state }) => state === 'bad') ? 'bad' : 'good'
  return (
    <div className={classNames('flex flex-col gap-2 rounded-md border p-3 text-sm', BOXES[tone])}>
      <ul className="flex flex-col gap-2">
        {steps.map(({ state, text }) => (
          <Line key={text} state={state}>
            {text}
          </Line>
        ))}
      </ul>
      <span className="text-fg-2">
        <Code>{finding.hash}</Code>
      </span>
    </div>
  )
}

/** open: it cannot be said yet. */
type State = 'good' | 'bad' | 'open'

interface Step {
  readonly state: State
  readonly text: string
}

function contentStep({ agrees }: EventFinding): Step {
  return agrees
    ? { state: 'good', text: t('The hash agrees: this is what was recorded.') }
    : { state: 'bad', text: t('The hash does not agree. Please contact support.') }
}

function missingStep(isNotSigned: boolean): Step {
  return {
    state: 'open',
    text: isNotSigned
      ? t('This event is newer than the signed log. It will be in it within a minute.')
      : t('Its place in the signed log can be verified once you are online.'),
  }
}

type Proof = NonNullable<EventFinding['proof']>

function stepsInLog({ checks, fit, size, seenAtMs }: Proof, event: ProvenEvent): Step[] {
  if (!checks.leaf || !checks.inclusion) {
    return [{ state: 'bad', text: t('The signed log has another event here. Contact support.') }]
  }
  const count = inDigits(String(size))
  const place = { position: inDigits(event.position), count }
  const placed: Step = {
    state: 'good',
    text:
      seenAtMs === undefined
        ? t('It is event {position} of {count} in the signed log.', place)
        : t('It is event {position} of {count} in the log as this device saw it on {time}.', {
            ...place,
            time: formatDateTime(instantOf(seenAtMs)),
          }),
  }
  if (fit === 'unknown') {
    return [placed, { state: 'open', text: t('This device compares the log once you are online.') }]
  }
  return [placed, signatureStep(checks.signature), fitStep(fit === 'consistent')]
}

function signatureStep(isSigned: boolean): Step {
  return isSigned
    ? { state: 'good', text: t('The log is signed with a key that this device trusts.') }
    : { state: 'bad', text: t('The log is not signed with a key that this device trusts.') }
}

function fitStep(isConsistent: boolean): Step {
  return isConsistent
    ? { state: 'good', text: t('The log continues what this device has verified before.') }
    : { state: 'bad', text: t('The log contradicts what this device has verified before.') }
}

function Line({ state, children }: { state: State; children: ReactNode }) {
  const Icon = ICONS[state]
  return (
    <li className="flex items-start gap-2.5">
      <Icon aria-hidden="true" className={classNames('mt-0.5 size-4 shrink-0', COLOURS[state])} />
      <span className={classNames('min-w-0', state === 'bad' ? 'text-danger' : 'text-fg')}>
        {children}
      </span>
    </li>
  )
}

const BOXES = { good: 'border-success/40 bg-success/8', bad: 'border-danger/40 bg-danger/8' }
const ICONS = { good: CircleCheck, bad: CircleAlert, open: CircleHelp }
const COLOURS = { good: 'text-success', bad: 'text-danger', open: 'text-fg-3' }
