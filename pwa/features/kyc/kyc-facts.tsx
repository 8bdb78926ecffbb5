import { Eye } from 'lucide-react'
import { useState } from 'react'
import { IfMay } from '#pwa/components/if-may.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Fact } from '#pwa/ui/fact.tsx'
import type { KycRequest } from '#shared/contract/kyc.ts'
import { formatDateTime } from '#shared/format.ts'
import { RevealKycDialog } from './reveal-kyc-dialog.tsx'

/** What the user wrote about themselves, and what their account says. */
export function KycFacts({ request }: { request: KycRequest }) {
  const [isRevealing, setRevealing] = useState(false)
  const { user, earlier } = request
  return (
    <dl className="flex flex-col gap-3 text-sm">
      <Fact label="Full name">{request.full_name || 'N/A'}</Fact>
      <Fact label="Account">
        {user.full_name || 'N/A'} <span className="num text-fg-3">{user.display_id}</span>
      </Fact>
      <Fact label="Email">{user.email || 'N/A'}</Fact>
      <Fact label="SSN">
        <span className="flex flex-wrap items-center justify-between gap-2">
          <span className="num">{request.ssn || 'N/A'}</span>
          {request.ssn && (
            <IfMay permission="kyc.reveal">
              <Button
                size="small"
                icon={<Eye className="size-4" />}
                onClick={() => setRevealing(true)}
              >
                Reveal
              </Button>
            </IfMay>
          )}
        </span>
        {isRevealing && <RevealKycDialog request={request} onClose={() => setRevealing(false)} />}
      </Fact>
      <Fact label="Address">
        <span className="whitespace-pre-line">{request.address || 'N/A'}</span>
      </Fact>
      <Fact label="Submitted">{formatDateTime(request.submitted_at)}</Fact>
      {request.reviewed_at && (
        <Fact label="Reviewed">
          {formatDateTime(request.reviewed_at)}
          {request.reviewed_by && ` by ${request.reviewed_by}`}
        </Fact>
      )}
      {request.rejection_reason && <Fact label="Rejection reason">{request.rejection_reason}</Fact>}
      {earlier.length > 0 && (
        <Fact label="Earlier decisions">
          {earlier.map(({ outcome, decided_at: decidedAt, reason }) => (
            <span key={decidedAt} className="block">
              {outcome === 'reset' ? 'Reset' : 'Rejected'} {formatDateTime(decidedAt)}
              {reason && `: ${reason}`}
            </span>
          ))}
        </Fact>
      )}
    </dl>
  )
}
