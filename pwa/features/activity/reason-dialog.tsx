import { EventSteps, Moment, Part } from '#pwa/components/proven-event/event-parts.tsx'
import { EventProof } from '#pwa/components/proven-event/event-proof.tsx'
import { Age } from '#pwa/ui/age.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import type { ActivityReason, Actor } from '#shared/contract/activity.ts'
import { instantOf } from '#shared/time.ts'
import { KIND_LABELS } from './activity-filter.ts'
import { BalanceChanges } from './balance-changes.tsx'
import { useActivityReason, useWhose } from './use-activity.ts'

interface ReasonDialogProps {
  position: string
  onClose: () => void
}

/** Why a balance moved: the decision, who made it, what it did, and how to check it. */
export function ReasonDialog({ position, onClose }: ReasonDialogProps) {
  const reason = useActivityReason(position)
  return (
    <Dialog
      onClose={onClose}
      title={reason.data?.title ?? 'Why'}
      description={reason.data && KIND_LABELS[reason.data.kind]}
    >
      {reason.data ? (
        <div className="flex flex-col gap-6">
          {reason.isFromCache && reason.updatedAtMs !== undefined && (
            <Age at={instantOf(reason.updatedAtMs)} />
          )}
          <Reason reason={reason.data} />
        </div>
      ) : (
        <ReasonPending message={reason.error?.message} onRetry={reason.refetch} />
      )}
    </Dialog>
  )
}

function ReasonPending({ message, onRetry }: { message: string | undefined; onRetry: () => void }) {
  if (message === undefined) {
    return (
      <div role="status" aria-label="Loading" className="flex flex-col gap-4">
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-40 w-full" />
        <Skeleton className="h-28 w-full" />
      </div>
    )
  }
  return <ErrorState title="The reason did not load" message={message} onRetry={onRetry} />
}

function Reason({ reason }: { reason: ActivityReason }) {
  const { isOwn } = useWhose()
  return (
    <>
      <div>
        {!isOwn && <p className="text-fg-3 text-xs">As the user reads it</p>}
        <p className="break-words text-base text-fg">{reason.reason}</p>
      </div>
      <Part title="What it changed">
        <BalanceChanges lines={reason.lines} />
      </Part>
      <Part title="The decision">
        <SummaryList
          rows={[
            { label: 'By', value: nameOf(reason.by, isOwn), strong: true },
            { label: 'Decided', value: <Moment at={reason.decided_at} /> },
            { label: 'Recorded', value: <Moment at={reason.recorded_at} /> },
            {
              label: 'Request',
              value: <span className="break-all font-mono text-xs">{reason.request_id}</span>,
            },
          ]}
        />
      </Part>
      <Part title="All that happened to it">
        <EventSteps
          steps={reason.history.map((step) => ({ ...step, by: nameOf(step.by, isOwn) }))}
          shown={reason.event.version}
        />
      </Part>
      <Part title="The proof">
        <EventProof event={reason.event} />
      </Part>
    </>
  )
}

const NAMES: Readonly<Record<Exclude<Actor['kind'], 'user'>, string>> = {
  staff: 'Staff',
  system: 'The platform',
  visitor: 'Somebody who was not signed in',
}

function nameOf({ kind, display_id }: Actor, isOwn: boolean): string {
  if (kind === 'user') return isOwn ? 'You' : 'The user'
  return kind === 'staff' && display_id ? `${NAMES.staff} ${display_id}` : NAMES[kind]
}
