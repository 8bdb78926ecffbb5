import { type ReactNode, useState } from 'react'
import type { CommandForm } from '#pwa/hooks/use-command-form.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Checkbox } from '#pwa/ui/checkbox.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { DialogActions } from '#pwa/ui/dialog-actions.tsx'
import { Field, Textarea } from '#pwa/ui/field.tsx'
import { ProblemNotice } from '#pwa/ui/notice.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import type { ReviewCase } from '#shared/contract/review-desk.ts'
import { t } from '#shared/text/t.ts'
import { SecondApprovalNotice } from './approval-standing.tsx'
import { DecisionStateNotice } from './decision-state-notice.tsx'
import { LoanDebt } from './loan-debt.tsx'
import { LookAlikeList, LookAlikeWarning } from './look-alikes.tsx'
import type { DecisionDraft, DecisionForm, ReviewAct, ReviewView } from './review-view.ts'
import { SameAmountList } from './same-amounts.tsx'
import { type AskedDecision, useDecision } from './use-decision.ts'

const deskAddress = (name: string) => `/admin/reviews?case=${name}`

interface DecisionDialogProps<S> extends AskedDecision<S> {
  onClose: () => void
  /** The decision was made; `onClose` follows. */
  onDone?: (() => void) | undefined
}

/**
 * The only way to decide on a request. Typed text survives a refusal and closing the dialog; it is
 * dropped once a decision is made.
 */
export function DecisionDialog<S>({ onClose, onDone, ...asked }: DecisionDialogProps<S>) {
  const { view, act } = asked
  const { decision } = view
  const { form, found, subject, decisionState, ...dialog } = useDecision(asked, { onClose, onDone })
  const isDecided = decisionState.state === 'decided'
  const label = act === 'reject' ? t('Reject') : t('Approve')
  const tone = act === 'reject' ? 'danger' : 'success'
  const summary = <SummaryList rows={decision.rows(subject, act)} />
  const { draft, change } = form

  return (
    <Dialog
      onClose={dialog.close}
      title={t(decision.titles[act])}
      description={decision.description?.(subject)}
      locked={form.isBusy}
      footer={
        isDecided ? (
          <Button className="flex-1 md:flex-none" onClick={dialog.close}>
            {t('Close')}
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
        <DecisionStateNotice
          decisionState={decisionState}
          isBusy={dialog.isClaiming}
          onTakeOver={(from) => void dialog.takeOver(from)}
        />
        {found && <LookAlikeWarning found={found} />}
        {summary}
        {found && showsDebt(view, subject, found) && (
          <div className="rounded-md border border-line bg-surface-2">
            <LoanDebt debt={found.debt} />
          </div>
        )}
        {act === 'approve' && view.standingOf && (
          <SecondApprovalNotice
            standing={view.standingOf(subject)}
            userId={dialog.userId}
            refusedAs={dialog.stopped}
          />
        )}
        {decision.Extra && (
          <decision.Extra
            subject={subject}
            act={act}
            draft={draft}
            onChange={change}
            mayAct={dialog.mayAct}
            onRefused={dialog.refetch}
          />
        )}
        <DecisionFields decision={decision} act={act} form={form} />
        {!isDecided && <ProblemNotice problem={form.notice} />}
        {view.proofOf && found && (
          <LookAlikeList ownUrl={view.proofOf(subject)} found={found} addressOf={deskAddress} />
        )}
        {found && <SameAmountList found={found} addressOf={deskAddress} />}
      </form>
      {dialog.confirmation && (
        <ConfirmDialog
          open={dialog.confirmation.isOpen}
          onClose={dialog.confirmation.close}
          title={t(dialog.confirmation.title)}
          confirmLabel={label}
          tone={tone}
          busy={form.isBusy}
          onConfirm={dialog.confirmation.confirm}
        >
          <div className="flex flex-col gap-4">
            {summary}
            <p className="wrap-anywhere">
              <span className="block text-fg-3 text-xs">{t('Rejection reason')}</span>
              {draft.reason.trim()}
            </p>
          </div>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

/** Before money leaves. */
function showsDebt<S>(view: ReviewView<S>, subject: S, { debt }: ReviewCase): boolean {
  return debt.owed !== '0' && !view.listsDebt && view.paysOut?.(subject) === true
}

interface DecisionFieldsProps<S> {
  decision: DecisionForm<S>
  act: ReviewAct
  form: CommandForm<DecisionDraft>
}

/** The reason of a rejection, the notes of either decision. */
function DecisionFields<S>({ decision, act, form }: DecisionFieldsProps<S>) {
  const { draft, change } = form
  const isRejection = act === 'reject'
  const { reason, takesNotes } = decision
  return (
    <>
      {isRejection && reason?.templates && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="mb-1.5 font-medium text-fg-2 text-sm">{t('Templates')}</legend>
          {reason.templates.map(({ label, text }) => (
            <Button
              key={label}
              size="small"
              variant="outline"
              onClick={() => change({ reason: withSentence(draft.reason, t(text)) })}
            >
              {t(label)}
            </Button>
          ))}
        </fieldset>
      )}
      {isRejection && reason && (
        <Field
          label={t('Rejection Reason')}
          hint={t('The user sees this.')}
          optional={!reason.isRequired}
          error={form.error('reason')?.message}
        >
          <Textarea
            ref={typesAtOnce}
            rows={reason.templates ? 5 : 3}
            maxLength={1000}
            {...form.input('reason')}
          />
        </Field>
      )}
      {takesNotes && (
        <Field label={t('Admin Notes')} hint={t('The user sees these too.')} optional>
          <Textarea maxLength={2000} {...form.input('notes')} />
        </Field>
      )}
      {isRejection && takesNotes && (
        <Checkbox
          label={t('Require re-verification from user')}
          checked={draft.requiresReverification}
          onChange={(event) => change({ requiresReverification: event.target.checked })}
        />
      )}
      {isRejection && draft.requiresReverification && (
        <p className="-mt-3 ps-8 text-fg-3 text-xs">
          {t('The user is asked for a new verification. Their withdrawals and loans wait for it.')}
        </p>
      )}
    </>
  )
}

/**
 * Only with a hardware keyboard: on a phone the focus would open the on-screen one over the case.
 */
function typesAtOnce(field: HTMLTextAreaElement | null) {
  if (!window.matchMedia('(pointer: fine)').matches) return
  // After the dialog has given the focus to its heading.
  queueMicrotask(() => field?.focus())
}

/** Templates are appended; one that is already there is not added again. */
function withSentence(before: string, sentence: string): string {
  if (before.includes(sentence)) return before
  return before.trim() === '' ? sentence : `${before.trim()}\n${sentence}`
}

interface Asking<S> {
  readonly decide: (subject: S, act: ReviewAct) => void
  readonly isOpen: boolean
  readonly dialog: ReactNode
}

/** The decision dialog of a list: draw `dialog`, and call `decide` when a button is pressed. */
export function useDecisionDialog<S>(view: ReviewView<S>, onDone?: () => void): Asking<S> {
  const [asked, setAsked] = useState<{ readonly subject: S; readonly act: ReviewAct }>()
  return {
    decide: (subject, act) => setAsked({ subject, act }),
    isOpen: asked !== undefined,
    dialog: asked && (
      <DecisionDialog
        key={`${asked.act} ${view.caseIdOf(asked.subject)}`}
        view={view}
        {...asked}
        onClose={() => setAsked(undefined)}
        onDone={onDone}
      />
    ),
  }
}
