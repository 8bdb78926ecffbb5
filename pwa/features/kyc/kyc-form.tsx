import { FormNotices } from '#pwa/components/form-notices.tsx'
import type { CommandForm } from '#pwa/hooks/use-command-form.ts'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { Field, Textarea, TextInput } from '#pwa/ui/field.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { PhotoPicker } from '#pwa/ui/photo-picker.tsx'
import { KYC_IMAGE_BYTES_MAX } from '#shared/contract/kyc.ts'
import type { KycDraft } from './kyc-draft.ts'
import { KYC_NOTE } from './kyc-texts.ts'

const PHOTOS = [
  { name: 'kycFrontId', label: 'Front of your ID', camera: 'environment' },
  { name: 'kycBackId', label: 'Back of your ID', camera: 'environment' },
  { name: 'kycSelfieWithId', label: 'Selfie with your ID', camera: 'user' },
] as const

/** Personal details and the images that prove them. */
export function KycForm({ form }: { form: CommandForm<KycDraft> }) {
  const { isOnline } = useConnection()
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Full name" hint="As it stands on your ID." error={form.error('fullName')}>
          <TextInput autoComplete="name" maxLength={120} {...form.input('fullName')} />
        </Field>
        <Field
          label="Social Security Number"
          hint="Kept encrypted; staff see the last four digits."
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
      <Field label="Address" error={form.error('address')}>
        <Textarea
          rows={2}
          autoComplete="street-address"
          maxLength={500}
          {...form.input('address')}
        />
      </Field>
      <p className="text-fg-3 text-sm">
        Three images: every corner in the picture, every letter readable.
      </p>
      <div className="grid gap-4 md:grid-cols-3">
        {PHOTOS.map(({ name, label, camera }) => (
          <Field key={name} label={label} error={form.error(name)}>
            <PhotoPicker
              subject={label}
              camera={camera}
              bytesMax={KYC_IMAGE_BYTES_MAX}
              {...form.file(name)}
            />
          </Field>
        ))}
      </div>
      <FormNotices form={form} />
      <Notice>
        {isOnline
          ? `${KYC_NOTE} Only you and the staff who review it see your documents.`
          : 'You are offline. What you submit is kept on this device until it is sent.'}
      </Notice>
    </form>
  )
}
