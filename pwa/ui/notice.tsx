import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { Problem, Wording } from './problem.ts'

interface NoticeProps {
  tone?: 'info' | 'warn' | 'danger'
  children: ReactNode
}

/** A fact about the form or list around it: a risk, a refusal, a hint. */
export function Notice({ tone = 'info', children }: NoticeProps) {
  const Icon = tone === 'info' ? Info : CircleAlert
  return (
    <div
      role={tone === 'danger' ? 'alert' : undefined}
      className={classNames('flex items-start gap-2.5 rounded-md border p-3 text-sm', TONES[tone])}
    >
      <Icon aria-hidden="true" className={classNames('mt-0.5 size-4 shrink-0', ICONS[tone])} />
      <div className="min-w-0 flex-1 text-fg-2">{children}</div>
    </div>
  )
}

const TONES = {
  info: 'border-info/30 bg-info/8',
  warn: 'border-warn/30 bg-warn/8',
  danger: 'border-danger/40 bg-danger/8',
}

const ICONS = { info: 'text-info', warn: 'text-warn', danger: 'text-danger' }

/**
 * A form's problem. Scrolls into view, because on a phone a form is longer than its sheet; where
 * fields are marked, the first of them does instead.
 */
export function ProblemNotice({ problem }: { problem: NoticedProblem | undefined }) {
  if (!problem) return null
  return (
    <div ref={problem.fields ? undefined : bringIntoView} className="scroll-mb-4">
      <Notice tone="danger">
        {problem.title && <strong className="block font-semibold text-fg">{problem.title}</strong>}
        {problem.message}
      </Notice>
    </div>
  )
}

type NoticedProblem = Wording & Pick<Problem, 'fields'>

function bringIntoView(node: Element | null) {
  node?.scrollIntoView({ block: 'nearest' })
}
