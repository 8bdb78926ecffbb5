import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { DialogActions } from '#pwa/ui/dialog-actions.tsx'
import { ProblemNotice } from '#pwa/ui/problem-notice.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { SecondApprovalNotice } from './approval-standing.tsx'
import { DecisionFields } from './decision-fields.tsx'
import { LookAlikeWarning } from './look-alikes.tsx'
import { StandingNotice } from './standing-notice.tsx'
import { type AskedDecision, useDecision } from './use-decision.ts'

interface DecisionDialogProps<S> extends AskedDecision<S> {
  onClose: () => void
  /** The decision was made; `onClose` follows. */
  onDone?: (() => void) | undefined
}

/**
 * The one way to decide on a request. What is typed survives a refusal, and closing the dialog: it
 * is dropped once a decision is made.
 */
export function DecisionDialog<S>({ onClose, onDone, ...asked }: DecisionDialogProps<S>) {
  const { view, act } = asked
  const { decision } = view
  const { form, found, subject, standing, ...dialog } = useDecision(asked, { onClose, onDone })
  const isDecided = standing.state === 'decided'
  const label = act === 'reject' ? 'Reject' : 'Approve'
  const tone = act === 'reject' ? 'danger' : 'up'
  const summary = <SummaryList rows={decision.rows(subject, act)} />
  const { draft, change } = form

  return (
    <Dialog
      onClose={dialog.close}
      title={decision.titles[act]}
      description={decision.description?.(subject)}
      locked={form.isBusy}
      footer={
        isDecided ? (
          <Button className="flex-1 md:flex-none" onClick={dialog.close}>
            Close
          </Button>
        ) : (
          <DialogActions
            form={form}
            submit={label}
            variant={tone}
            disabled={dialog.isBlocked}
            onBack={dialog.close}
          />
        )
      }
    >
      <form {...form.formProps} className="flex flex-col gap-4">
        <StandingNotice
          standing={standing}
          isBusy={dialog.isClaiming}
          onTakeOver={(from) => void dialog.takeOver(from)}
        />
        <LookAlikeWarning alike={found?.look_alikes ?? []} />
        {summary}
        {act === 'approve' && view.standingOf && (
          <SecondApprovalNotice standing={view.standingOf(subject)} />
        )}
        {decision.Extra && (
          <decision.Extra subject={subject} act={act} draft={draft} onChange={change} />
        )}
        <DecisionFields decision={decision} act={act} form={form} />
        {!isDecided && <ProblemNotice problem={form.notice} />}
      </form>
      {dialog.confirmation && (
        <ConfirmDialog
          open={dialog.confirmation.isOpen}
          onClose={dialog.confirmation.close}
          title={dialog.confirmation.title}
          confirmLabel={label}
          tone={tone}
          busy={form.isBusy}
          onConfirm={dialog.confirmation.confirm}
        >
          <div className="flex flex-col gap-4">
            {summary}
            <p className="wrap-anywhere">
              <span className="block text-fg-3 text-xs">Rejection reason</span>
              {draft.reason.trim()}
            </p>
          </div>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
