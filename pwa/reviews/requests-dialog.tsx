import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { RequestCard } from './request-card.tsx'
import type {
  RequestKind,
  RequestsDialogProps,
  ReviewAct,
  ReviewedRequest,
} from './request-kind.ts'
import { RequestList } from './request-list.tsx'
import { ReviewButtons } from './review-buttons.tsx'

interface Props<T extends ReviewedRequest> extends RequestsDialogProps {
  kind: RequestKind<T>
}

/** The requests of one kind that wait. */
export function RequestsDialog<T extends ReviewedRequest>({ kind, open, onOpenChange }: Props<T>) {
  const requests = kind.useRequests('pending')
  const [asked, setAsked] = useState<{ readonly request: T; readonly action: ReviewAct }>()
  const { ReviewDialog } = kind
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`${kind.name} Requests`}
      size="large"
      footer={
        <>
          <Button className="flex-1 md:flex-none" onClick={requests.refetch}>
            Refresh
          </Button>
          <Button className="flex-1 md:flex-none" onClick={() => onOpenChange(false)}>
            Close
          </Button>
        </>
      }
    >
      <RequestList
        kind={kind}
        requests={requests}
        empty={
          <EmptyState
            icon={<CheckCheck className="size-5" />}
            title={`No pending ${kind.name.toLowerCase()} requests`}
          >
            New requests arrive here by themselves.
          </EmptyState>
        }
        card={(request) => (
          <RequestCard
            key={request.id}
            kind={kind}
            request={request}
            actions={
              <ReviewButtons
                permission={kind.permission}
                standing={request}
                onAct={(action) => setAsked({ request, action })}
              />
            }
          />
        )}
      />
      {asked && (
        <ReviewDialog key={asked.request.id} {...asked} onClose={() => setAsked(undefined)} />
      )}
    </Dialog>
  )
}
