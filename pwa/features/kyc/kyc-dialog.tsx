import { useState } from 'react'
import { ResetKycDialog } from '#pwa/components/reset-kyc-dialog.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Stat } from '#pwa/ui/stat.tsx'
import { Tabs } from '#pwa/ui/tabs.tsx'
import type { KycRequest, KycReviewStatus } from '#shared/contract/kyc.ts'
import { ApproveKycDialog } from './approve-kyc-dialog.tsx'
import type { ShownDocuments } from './document-view.ts'
import type { KycAct } from './kyc-request-card.tsx'
import { KycRequestList } from './kyc-request-list.tsx'
import { KycViewerDialog } from './kyc-viewer-dialog.tsx'
import { RejectKycDialog } from './reject-kyc-dialog.tsx'
import { RevealKycDialog } from './reveal-kyc-dialog.tsx'
import { useKycCounts } from './use-kyc-review.ts'

interface KycDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

const STATUSES = [
  { status: 'pending', label: 'Pending' },
  { status: 'approved', label: 'Approved' },
  { status: 'rejected', label: 'Rejected' },
] as const

/** The verifications of all users: details, decisions, resets. */
export function KycDialog({ open, onOpenChange }: KycDialogProps) {
  const { data: counts } = useKycCounts()
  const [tab, setTab] = useState<KycReviewStatus>('pending')
  const [viewed, setViewed] = useState<{ request: KycRequest; first: ShownDocuments }>()
  const [asked, setAsked] = useState<{ request: KycRequest; act: KycAct }>()
  const leave = () => setAsked(undefined)
  const finish = () => {
    setAsked(undefined)
    setViewed(undefined)
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="KYC Management" size="large">
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-3 gap-2 md:gap-4">
          {STATUSES.map(({ status, label }) => (
            <Card key={status}>
              <Stat label={label} value={counts?.[status]} />
            </Card>
          ))}
        </div>
        <Tabs
          label="Verifications"
          value={tab}
          onValueChange={(next) => setTab(next as KycReviewStatus)}
          tabs={STATUSES.map(({ status, label }) => ({
            value: status,
            label: counts ? `${label} (${counts[status]})` : label,
            content: (
              <KycRequestList
                status={status}
                onAct={(request, act) => setAsked({ request, act })}
                onView={(request, first) => setViewed({ request, first })}
              />
            ),
          }))}
        />
      </div>
      {viewed && (
        <KycViewerDialog
          key={viewed.request.id}
          listed={viewed.request}
          first={viewed.first}
          isCovered={asked !== undefined}
          onAct={(act) => setAsked({ request: viewed.request, act })}
          onClose={() => setViewed(undefined)}
        />
      )}
      {asked?.act === 'approve' && (
        <ApproveKycDialog request={asked.request} onClose={leave} onDone={finish} />
      )}
      {asked?.act === 'reject' && (
        <RejectKycDialog request={asked.request} onClose={leave} onDone={finish} />
      )}
      {asked?.act === 'reveal' && <RevealKycDialog request={asked.request} onClose={leave} />}
      {asked?.act === 'reset' && (
        <ResetKycDialog
          userId={asked.request.user_id}
          name={asked.request.full_name || 'This user'}
          onClose={leave}
          onDone={finish}
        />
      )}
    </Dialog>
  )
}
