import { useId, useState } from 'react'
import { UnsentRow } from '#pwa/components/unsent-row.tsx'
import { failureText } from '#pwa/hooks/failure-text.ts'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { useOwnUser } from '#pwa/hooks/use-own-user.ts'
import { useToasts } from '#pwa/stores/toasts.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { ErrorState } from '#pwa/ui/error-state.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { type KycProblem, type KycValues, type Photos, problemOf } from './kyc-draft.ts'
import { KycForm } from './kyc-form.tsx'
import { KycRejection, KycStanding } from './kyc-standing.tsx'
import { KYC_FAILED, KYC_SUBMITTED, KYC_WAITS } from './kyc-texts.ts'
import { useSubmitKyc, useUnsentKyc, useVerification } from './use-kyc.ts'

interface VerificationDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The own verification: form, waiting, approved, or rejected and submitted again. */
export function VerificationDialog({ open, onOpenChange }: VerificationDialogProps) {
  const formId = useId()
  const { data: user } = useOwnUser()
  const verification = useVerification()
  const unsent = useUnsentKyc()
  const [changes, setChanges] = useState<Partial<KycValues>>({})
  const [photos, setPhotos] = useState<Photos>({})
  const [problem, setProblem] = useState<KycProblem>()
  const { submit, isSubmitting } = useSubmitKyc()
  const { isOnline } = useConnection()
  const showToast = useToasts((state) => state.show)
  const values = { fullName: user?.full_name ?? '', ssn: '', address: '', ...changes }
  const status = verification.data?.status
  const isOnItsWay = unsent.some(({ state }) => state !== 'refused')
  const isAsking = !isOnItsWay && (status === 'not_submitted' || status === 'rejected')

  function close() {
    onOpenChange(false)
    setChanges({})
    setPhotos({})
    setProblem(undefined)
  }

  async function send() {
    if (isSubmitting) return
    const found = problemOf(values, photos)
    setProblem(found)
    if (found) return
    const { fullName, ssn, address } = values
    const result = await submit({
      body: { fullName: fullName.trim(), ssn: ssn.trim(), address: address.trim() },
      files: photos,
    })
    if (result.state === 'refused') {
      const text = failureText(result.failure, KYC_FAILED)
      return setProblem({ ...text, fields: {} })
    }
    showToast(result.state === 'waiting' ? KYC_WAITS : KYC_SUBMITTED)
    close()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title="Verification"
      size={isAsking ? 'large' : 'medium'}
      locked={isSubmitting}
      footer={
        isAsking ? (
          <>
            <Button className="flex-1 md:flex-none" disabled={isSubmitting} onClick={close}>
              Cancel
            </Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              className="flex-1 md:flex-none"
              busy={isSubmitting}
            >
              {status === 'rejected' ? 'Submit again' : 'Submit verification'}
            </Button>
          </>
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
              <UnsentRow
                key={row.id}
                title="Verification"
                value="3 images"
                label={row.label}
                state={row.state}
                failure={row.failure}
                onCancel={row.canCancel ? () => void row.cancel() : undefined}
                onDismiss={row.canDismiss ? () => void row.dismiss() : undefined}
              />
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
            <KycForm
              id={formId}
              values={values}
              photos={photos}
              problem={problem}
              isOffline={!isOnline}
              onValues={(part) => {
                setChanges((before) => ({ ...before, ...part }))
                setProblem(undefined)
              }}
              onPhoto={(name, file) => {
                setPhotos(({ [name]: _, ...others }) =>
                  file ? { ...others, [name]: file } : others,
                )
                setProblem(undefined)
              }}
              onSubmit={() => void send()}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
