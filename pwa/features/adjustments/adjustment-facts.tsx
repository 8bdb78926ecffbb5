import { FirstApprovalFact } from '#pwa/reviews/approval-standing.tsx'
import { Fact } from '#pwa/ui/fact.tsx'
import type { WaitingAdjustment } from '#shared/contract/adjustments.ts'
import { formatDifference } from '#shared/format.ts'

/** What is to change for whom, why, and who wants it. */
export function AdjustmentFacts({ adjustment }: { adjustment: WaitingAdjustment }) {
  const { user, purpose, changes, reason } = adjustment
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm md:grid-cols-2">
      <Fact label={purpose === 'reset' ? 'Reset to zero' : 'Changes'}>
        {changes.map(({ symbol, amount }) => (
          <span key={symbol} className="num block">
            {formatDifference(amount)} {symbol}
          </span>
        ))}
      </Fact>
      <Fact label="Account">
        {user.email} <span className="text-fg-3">{user.display_id}</span>
      </Fact>
      <Fact label="Reason">{reason}</Fact>
      <FirstApprovalFact standing={adjustment} />
    </dl>
  )
}
