import { Notice } from './notice.tsx'
import type { Wording } from './problem.ts'

interface ProblemNoticeProps {
  problem: Wording | undefined
}

/** A form's problem. Scrolls into view, because on a phone a form is longer than its sheet. */
export function ProblemNotice({ problem }: ProblemNoticeProps) {
  if (!problem) return null
  return (
    <div ref={bringIntoView} className="scroll-mb-4">
      <Notice tone="down">
        {problem.title && <strong className="block font-semibold text-fg">{problem.title}</strong>}
        {problem.message}
      </Notice>
    </div>
  )
}

function bringIntoView(node: Element | null) {
  node?.scrollIntoView({ block: 'nearest' })
}
