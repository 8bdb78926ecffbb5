import { UnsentRow } from '#pwa/components/unsent-row.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useOwnUser } from '#pwa/hooks/use-own-user.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { DialogActions } from '#pwa/ui/dialog-actions.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { submitKyc } from '#shared/contract/kyc.ts'
import { EMPTY_KYC, problemOf } from './kyc-draft.ts'
import { KycForm } from './kyc-form.tsx'
import { KycRejection, KycStanding } from './kyc-standing.tsx'
import { KYC_FAILED, KYC_SUBMITTED, KYC_WAITS } from './kyc-texts.ts'
import { useUnsentKyc, useVerification } from './use-kyc.ts'

/** The own verification: form, waiting, approved, or rejected and submitted again. */
export function VerificationDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { data: user } = useOwnUser()
  const verification = useVerification()
  const unsent = useUnsentKyc()
  const { submit } = useSubmit(submitKyc)
  const status = verification.data?.status
  const isOnItsWay = unsent.some(({ state }) => state !== 'refused')
  const isAsking = !isOnItsWay && (status === 'not_submitted' || status === 'rejected')

  const form = useCommandForm({
    initial: { ...EMPTY_KYC, fullName: user?.full_name ?? '' },
    check: (draft) => problemOf(draft, status),
    send: ({ fullName, ssn, address, ...photos }) =>
      submit({
        body: { fullName: fullName.trim(), ssn: ssn.trim(), address: address.trim() },
        files: photos,
      }),
    failed: KYC_FAILED,
    waiting: KYC_WAITS,
    done: KYC_SUBMITTED,
    onSent: close,
  })

  function close() {
    onClose()
    form.reset()
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Verification"
      size={isAsking ? 'large' : 'medium'}
      locked={form.isBusy}
      footer={
        isAsking ? (
          <DialogActions
            form={form}
            submit={status === 'rejected' ? 'Submit again' : 'Submit verification'}
            onBack={close}
          />
        ) : (
          <Button className="flex-1 md:flex-none" onClick={close}>
            Close
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {unsent.length > 0 && (
          <ul aria-label="On this device">
            {unsent.map((row) => (
              <UnsentRow key={row.id} title="Verification" value="3 images" row={row} />
            ))}
          </ul>
        )}
        {verification.isLoading && <SkeletonRows count={3} />}
        {!verification.data && verification.error && (
          <ErrorState
            title="Failed to fetch verification"
            message={verification.error.message}
            onRetry={verification.refetch}
          />
        )}
        {verification.data && (status === 'pending' || status === 'approved') && (
          <KycStanding verification={verification.data} />
        )}
        {verification.data && isAsking && (
          <>
            {status === 'rejected' && <KycRejection verification={verification.data} />}
            <KycForm form={form} />
          </>
        )}
      </div>
    </Dialog>
  )
}
