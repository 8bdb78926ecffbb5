import type { CommandForm } from '#pwa/hooks/use-command-form.ts'
import { Field } from '#pwa/ui/field.tsx'
import { PhotoPicker } from '#pwa/ui/photo-picker.tsx'
import { msg, t } from '#shared/text/t.ts'

const PHOTOS = [
  { subject: msg('Front of your ID'), camera: 'environment' },
  { subject: msg('Back of your ID'), camera: 'environment' },
  { subject: msg('Selfie with your ID'), camera: 'user' },
] as const

interface PhotoFieldsProps<Name extends string> {
  form: Pick<CommandForm<Record<Name, File | undefined>>, 'error' | 'file'>
  /** The fields of the front, the back and the selfie. */
  names: readonly [Name, Name, Name]
  bytesMax: number
}

/** The photos that prove an identity. */
export function PhotoFields<Name extends string>(props: PhotoFieldsProps<Name>) {
  const { form, names, bytesMax } = props
  return (
    <div className="grid gap-4 md:grid-cols-3">
      {PHOTOS.map(({ subject, camera }, index) => {
        const label = t(subject)
        const name = names[index] as Name
        return (
          <Field key={subject} label={label} error={form.error(name)}>
            <PhotoPicker subject={label} camera={camera} bytesMax={bytesMax} {...form.file(name)} />
          </Field>
        )
      })}
    </div>
  )
}
