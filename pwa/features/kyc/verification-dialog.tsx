import { FormNotices } from '#pwa/components/form-notices.tsx'
import { PhotoFields } from '#pwa/components/photo-fields.tsx'
import { OnThisDevice, unsentRows } from '#pwa/components/unsent-row.tsx'
import { type CommandForm, useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { useOutbox } from '#pwa/hooks/use-outbox.ts'
import { useOwnUser } from '#pwa/hooks/use-own.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { DialogActions } from '#pwa/ui/dialog-actions.tsx'
import { Field, Textarea, TextInput } from '#pwa/ui/field.tsx'
import { Loaded } from '#pwa/ui/loaded.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { KYC_IMAGE_BYTES_MAX, submitKyc } from '#shared/contract/kyc.ts'
import { t } from '#shared/text/t.ts'
import {
  EMPTY_KYC,
  KYC_FAILED,
  KYC_SUBMITTED,
  type KycDraft,
  kycNote,
  PHOTO_NAMES,
  problemOf,
} from './kyc-draft.ts'
import { KycRejection, KycReopened, KycStatusPanel } from './kyc-status-panel.tsx'
import { useVerification } from './use-kyc.ts'

/** The own verification: form, waiting, approved, or rejected and submitted again. */
export function VerificationDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { data: user } = useOwnUser()
  const verification = useVerification()
  const unsent = useOutbox(submitKyc)
  const { submit } = useSubmit(submitKyc)
  const status = verification.data?.status
  const isOnItsWay = unsent.some(({ state }) => state !== 'refused')

  const form = useCommandForm({
    initial: { ...EMPTY_KYC, fullName: user?.full_name ?? '' },
    check: (draft) => problemOf(draft, status),
    send: ({ fullName, ssn, address, ...photos }) =>
      submit({
        body: { fullName: fullName.trim(), ssn: ssn.trim(), address: address.trim() },
        files: photos,
      }),
    failed: { title: t(KYC_FAILED.title), message: t(KYC_FAILED.message) },
    waiting: t('Your verification'),
    done: { title: t(KYC_SUBMITTED.title), message: t(KYC_SUBMITTED.message) },
    onSent: onClose,
  })
  // Stays while it is being sent, so that a refusal finds the form as it was.
  const isFree = !isOnItsWay || form.isBusy
  const isAsking = isFree && (status === 'not_submitted' || status === 'rejected')

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Verification')}
      size={isAsking ? 'large' : 'medium'}
      locked={form.isBusy}
      footer={
        isAsking ? (
          <DialogActions
            form={form}
            submit={status === 'rejected' ? t('Submit again') : t('Submit verification')}
            onBack={onClose}
          />
        ) : (
          <Button className="flex-1 md:flex-none" onClick={onClose}>
            {t('Close')}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <OnThisDevice
          rows={unsentRows(unsent, () => ({ title: t('Verification'), value: t('3 images') }))}
        />
        <Loaded
          query={verification}
          failed={t('Failed to fetch verification')}
          loading={<SkeletonRows count={3} />}
        >
          {(found) => (
            <>
              {(status === 'pending' || status === 'approved') && (
                <KycStatusPanel verification={found} />
              )}
              {isAsking && status === 'rejected' && <KycRejection verification={found} />}
              {isAsking && status !== 'rejected' && <KycReopened verification={found} />}
              {isAsking && <KycForm form={form} />}
            </>
          )}
        </Loaded>
      </div>
    </Dialog>
  )
}

function KycForm({ form }: { form: CommandForm<KycDraft> }) {
  const { isOnline } = useConnection()
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <div className="grid gap-4 md:grid-cols-2">
        <Field
          label={t('Full name')}
          hint={t('Exactly as on your ID.')}
          error={form.error('fullName')}
        >
          <TextInput autoComplete="name" maxLength={120} {...form.input('fullName')} />
        </Field>
        <Field
          label={t('Social Security Number')}
          hint={t(
            'Stored encrypted. Staff see the last four digits. To see all of it they must give a reason, which is recorded.',
          )}
          error={form.error('ssn')}
        >
          <TextInput
            autoComplete="off"
            inputMode="numeric"
            maxLength={40}
            placeholder="XXX-XX-XXXX"
            className="num"
            {...form.input('ssn')}
          />
        </Field>
      </div>
      <Field label={t('Address')} error={form.error('address')}>
        <Textarea
          rows={2}
          autoComplete="street-address"
          maxLength={500}
          {...form.input('address')}
        />
      </Field>
      <p className="text-fg-3 text-sm">
        {t('Three photos: every corner of the ID visible, every letter readable.')}
      </p>
      <PhotoFields form={form} names={PHOTO_NAMES} bytesMax={KYC_IMAGE_BYTES_MAX} />
      <FormNotices form={form} waits={t('Your verification')} />
      {isOnline && (
        <Notice>
          {kycNote()} {t('Only you and the staff who review it see your documents.')}
        </Notice>
      )}
    </form>
  )
}
