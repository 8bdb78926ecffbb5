import type { ReactNode } from 'react'
import { Age } from '#pwa/ui/age.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import type { ActivityReason, Actor } from '#shared/contract/activity.ts'
import { formatDateTime } from '#shared/format.ts'
import { instantOf } from '#shared/time.ts'
import { KIND_LABELS } from './activity-filter.ts'
import { BalanceChanges } from './balance-changes.tsx'
import { EventProof } from './event-proof.tsx'
import { useActivityReason } from './use-activity.ts'

interface ReasonDialogProps {
  position: string
  onClose: () => void
}

/** Why a balance moved: the decision, who made it, what it did, and how to check it. */
export function ReasonDialog({ position, onClose }: ReasonDialogProps) {
  const reason = useActivityReason(position)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
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
  return (
    <>
      <p className="break-words text-base text-fg">{reason.reason}</p>
      <Part title="What it changed">
        <BalanceChanges lines={reason.lines} />
      </Part>
      <Part title="The decision">
        <SummaryList
          rows={[
            { label: 'By', value: nameOf(reason.by), strong: true },
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
        <ol className="flex flex-col">
          {reason.history.map((step) => (
            <li key={step.version} className={STEP}>
              <span className="num grid size-6 shrink-0 place-items-center rounded-full bg-surface-3 text-fg-2 text-xs">
                {step.version}
              </span>
              <span className="min-w-0">
                <span className="block text-fg text-sm">{step.title}</span>
                <span className="block text-fg-3 text-xs">
                  <Moment at={step.at} /> · {nameOf(step.by)}
                </span>
              </span>
              {step.version === reason.event.version && (
                <span className="ml-auto shrink-0 text-fg-3 text-xs">This one</span>
              )}
            </li>
          ))}
        </ol>
      </Part>
      <Part title="The proof">
        <EventProof event={reason.event} />
      </Part>
    </>
  )
}

const STEP =
  'relative flex items-start gap-3 pb-4 last:pb-0 not-last:before:absolute not-last:before:top-6 not-last:before:bottom-0 not-last:before:left-3 not-last:before:w-px not-last:before:bg-line'

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="font-semibold text-fg-2 text-sm">{title}</h3>
      {children}
    </section>
  )
}

function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="num">
      {formatDateTime(at)}
    </time>
  )
}

const NAMES: Readonly<Record<Actor['kind'], string>> = {
  user: 'You',
  staff: 'Staff',
  system: 'The platform',
  visitor: 'Somebody who was not signed in',
}

function nameOf({ kind, display_id }: Actor): string {
  return kind === 'staff' && display_id ? `${NAMES.staff} ${display_id}` : NAMES[kind]
}
