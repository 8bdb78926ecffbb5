import { Notice } from '#pwa/ui/notice.tsx'
import type { Problem } from './withdraw-draft.ts'

/** What stands in the way. On a phone the form is longer than its sheet, so it comes into view. */
export function ProblemNotice({ problem }: { problem: Problem | undefined }) {
  if (!problem) return null
  return (
    <div ref={bringIntoView} className="scroll-mb-4">
      <Notice tone="down">
        <strong className="block font-semibold text-fg">{problem.title}</strong>
        {problem.message}
      </Notice>
    </div>
  )
}

function bringIntoView(node: Element | null) {
  node?.scrollIntoView({ block: 'nearest' })
}
