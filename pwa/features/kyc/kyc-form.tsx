import { type FormEvent, useEffect, useRef } from 'react'
import { Field } from '#pwa/ui/field.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { PhotoPicker } from '#pwa/ui/photo-picker.tsx'
import { ProblemNotice } from '#pwa/ui/problem-notice.tsx'
import { TextInput } from '#pwa/ui/text-input.tsx'
import { Textarea } from '#pwa/ui/textarea.tsx'
import { KYC_IMAGE_BYTES_MAX } from '#shared/contract/kyc.ts'
import type { KycProblem, KycValues, PhotoName, Photos } from './kyc-draft.ts'
import { KYC_NOTE } from './kyc-texts.ts'

const PHOTOS = [
  { name: 'kycFrontId', label: 'Front of your ID', camera: 'environment' },
  { name: 'kycBackId', label: 'Back of your ID', camera: 'environment' },
  { name: 'kycSelfieWithId', label: 'Selfie with your ID', camera: 'user' },
] as const

interface KycFormProps {
  /** Ties the button at the foot of the dialog to the form. */
  id: string
  values: KycValues
  photos: Photos
  problem: KycProblem | undefined
  isOffline: boolean
  onValues: (part: Partial<KycValues>) => void
  onPhoto: (name: PhotoName, file: File | undefined) => void
  onSubmit: () => void
}

/** Personal details and the images that prove them. */
export function KycForm(props: KycFormProps) {
  const { id, values, photos, problem, isOffline, onValues, onPhoto, onSubmit } = props
  const form = useRef<HTMLFormElement>(null)
  // What is wrong may lie a screen above the button that found it.
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problem])
  const errors = problem?.fields ?? {}
  function send(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form ref={form} id={id} noValidate className="flex flex-col gap-4" onSubmit={send}>
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Full name" hint="As it stands on your ID." error={errors.fullName}>
          <TextInput
            autoComplete="name"
            maxLength={120}
            value={values.fullName}
            onChange={(event) => onValues({ fullName: event.target.value })}
          />
        </Field>
        <Field
          label="Social Security Number"
          hint="Kept encrypted; staff see the last four digits."
          error={errors.ssn}
        >
          <TextInput
            autoComplete="off"
            inputMode="numeric"
            maxLength={40}
            placeholder="XXX-XX-XXXX"
            className="num"
            value={values.ssn}
            onChange={(event) => onValues({ ssn: event.target.value })}
          />
        </Field>
      </div>
      <Field label="Address" error={errors.address}>
        <Textarea
          rows={2}
          autoComplete="street-address"
          maxLength={500}
          value={values.address}
          onChange={(event) => onValues({ address: event.target.value })}
        />
      </Field>
      <p className="text-fg-3 text-sm">
        Three images: every corner in the picture, every letter readable.
      </p>
      <div className="grid gap-4 md:grid-cols-3">
        {PHOTOS.map(({ name, label, camera }) => (
          <Field key={name} label={label} error={errors[name]}>
            <PhotoPicker
              subject={label}
              camera={camera}
              bytesMax={KYC_IMAGE_BYTES_MAX}
              file={photos[name]}
              onFileChange={(file) => onPhoto(name, file)}
            />
          </Field>
        ))}
      </div>
      <ProblemNotice problem={problem} />
      <Notice>
        {isOffline
          ? 'You are offline. What you submit is kept on this device until it is sent.'
          : `${KYC_NOTE} Only you and the staff who review it see your documents.`}
      </Notice>
    </form>
  )
}
