import { Camera, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FormFooter } from '#pwa/components/form-footer.tsx'
import { FormNotices } from '#pwa/components/form-notices.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { FilePicker } from '#pwa/ui/file-picker.tsx'
import { fieldProblem } from '#pwa/ui/problem.ts'
import {
  PICKER_AFTER_MS,
  PICTURE_BYTES_MAX,
  pictureProblem,
} from '#shared/rules/profile-picture.ts'
import { untitled } from './account-failures.ts'
import { squarePicture } from './square-picture.ts'
import { usePicture } from './use-account.ts'
import { useCamera } from './use-camera.ts'

interface PictureDialogProps {
  onClose: () => void
  hasPicture: boolean
}

const UPLOAD_FAILED = 'Failed to upload image'

/** An image from a file or the camera, cropped to a square. */
export function PictureDialog({ onClose, hasPicture }: PictureDialogProps) {
  const { set, remove, isBusy } = usePicture()
  const [usesCamera, setUsesCamera] = useState(false)
  const fallback = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(fallback.current), [])
  const camera = useCamera(usesCamera, () => {
    form.refuse({ title: '', message: 'Unable to access camera. Using file picker instead.' })
    fallback.current = setTimeout(() => {
      setUsesCamera(false)
      form.change({})
    }, PICKER_AFTER_MS)
  })

  const form = useCommandForm({
    initial: { file: undefined as File | undefined },
    check: ({ file }) => (usesCamera ? undefined : fieldProblem({ file: pictureProblem(file) })),
    send: async ({ file }) => {
      const source = usesCamera ? camera.video.current : file
      const picture = source && (await squarePicture(source).catch(() => undefined))
      if (picture) return set(picture)
      form.refuse({ title: '', message: UPLOAD_FAILED })
      return undefined
    },
    failed: (failure) => untitled(failure, UPLOAD_FAILED),
    done: { title: 'Success', message: 'Your picture is saved.' },
    onSent: onClose,
  })

  async function takeAway() {
    const result = await remove()
    if (result.state !== 'refused') return onClose()
    form.refuse({ title: '', message: 'Failed to remove profile picture' })
  }

  const { file } = form.draft
  return (
    <Dialog
      onClose={onClose}
      title="Profile picture"
      description="JPG, PNG or GIF; 400 × 400 is enough."
      locked={form.isBusy || isBusy}
      footer={
        <>
          {hasPicture && !usesCamera && (
            <Button
              className="flex-1 md:flex-none"
              icon={<Trash2 className="size-4" />}
              busy={isBusy}
              onClick={() => void takeAway()}
            >
              Remove
            </Button>
          )}
          <FormFooter
            form={form}
            submit={usesCamera ? 'Take picture' : 'Save picture'}
            disabled={usesCamera && !camera.isReady}
          />
        </>
      }
    >
      <form {...form.formProps} className="flex flex-col gap-4">
        {usesCamera ? (
          <video
            ref={camera.video}
            muted
            playsInline
            aria-label="What the camera sees"
            className="aspect-square w-full rounded-md bg-surface-3 object-cover"
          />
        ) : (
          <>
            <Field label="Picture" error={form.error('file') ?? (file && pictureProblem(file))}>
              <FilePicker accepts="image" bytesMax={PICTURE_BYTES_MAX} {...form.file('file')} />
            </Field>
            <Button icon={<Camera className="size-4" />} onClick={() => setUsesCamera(true)}>
              Use the camera
            </Button>
          </>
        )}
        <FormNotices form={form} />
      </form>
    </Dialog>
  )
}
