import { useState } from 'react'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SegmentedControl } from '#pwa/ui/segmented-control.tsx'
import { RequestCard } from './request-card.tsx'
import type { RequestKind, RequestsDialogProps, ReviewedRequest } from './request-kind.ts'
import { RequestList } from './request-list.tsx'

interface Props<T extends ReviewedRequest> extends RequestsDialogProps {
  kind: RequestKind<T>
}

/** Decided requests: a switch between approved and rejected, with counts. */
export function RequestHistoryDialog<T extends ReviewedRequest>(props: Props<T>) {
  const { kind, open, onOpenChange } = props
  const [status, setStatus] = useState<'approved' | 'rejected'>('approved')
  const counts = kind.useCounts()
  const requests = kind.useRequests(status)
  const counted = (name: string, count: number | undefined) =>
    count === undefined ? name : `${name} (${count})`
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`${kind.name} History`} size="large">
      <div className="flex flex-col gap-4">
        <SegmentedControl
          label="Result"
          value={status}
          onValueChange={setStatus}
          options={[
            { value: 'approved', label: counted('Approved', counts.data?.approved) },
            { value: 'rejected', label: counted('Rejected', counts.data?.rejected) },
          ]}
        />
        <RequestList
          kind={kind}
          requests={requests}
          empty={<EmptyState title={`No ${status} ${kind.plural}`} />}
          card={(request) => <RequestCard key={request.id} kind={kind} request={request} />}
        />
      </div>
    </Dialog>
  )
}
