import { Camera, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FormNotices } from '#pwa/components/form-notices.tsx'
import { useCamera } from '#pwa/hooks/use-camera.ts'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { DialogActions } from '#pwa/ui/dialog-actions.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { FilePicker } from '#pwa/ui/file-picker.tsx'
import { fieldProblem } from '#pwa/ui/problem.ts'
import {
  centreSquare,
  PICKER_AFTER_MS,
  PICTURE_BYTES_MAX,
  PICTURE_QUALITY,
  PICTURE_SIDE,
  pictureProblem,
} from '#shared/rules/profile-picture.ts'
import { msg, t } from '#shared/text/t.ts'
import { untitled } from './account-failures.ts'
import { usePicture } from './use-account.ts'

interface PictureDialogProps {
  onClose: () => void
  hasPicture: boolean
}

const UPLOAD_FAILED = msg('Failed to upload image')

/** An image from a file or the camera, cropped to a square. */
export function PictureDialog({ onClose, hasPicture }: PictureDialogProps) {
  const { set, remove, isBusy } = usePicture()
  const [usesCamera, setUsesCamera] = useState(false)
  const fallback = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(fallback.current), [])
  const camera = useCamera({ isOn: usesCamera, facing: 'user', onFailure: fallBack })

  const form = useCommandForm({
    initial: { file: undefined as File | undefined },
    check: ({ file }) => (usesCamera ? undefined : fieldProblem({ file: problemOf(file) })),
    send: async ({ file }) => {
      const source = usesCamera ? camera.video.current : file
      const picture = source && (await squarePicture(source).catch(() => undefined))
      if (picture) return set(picture)
      form.refuse({ title: '', message: t(UPLOAD_FAILED) })
      return undefined
    },
    failed: (failure) => untitled(failure, t(UPLOAD_FAILED)),
    done: { title: t('Success'), message: t('Your profile picture has been saved.') },
    onSent: onClose,
  })

  function fallBack() {
    form.refuse({
      title: '',
      message: t('Unable to access camera. Using file picker instead.'),
    })
    fallback.current = setTimeout(() => {
      setUsesCamera(false)
      form.change({})
    }, PICKER_AFTER_MS)
  }

  async function takeAway() {
    const result = await remove()
    if (result.state !== 'refused') return onClose()
    form.refuse({ title: '', message: t('Failed to remove profile picture') })
  }

  const { file } = form.draft
  return (
    <Dialog
      onClose={onClose}
      title={t('Profile picture')}
      description={t('JPG, PNG or GIF. 400 × 400 pixels are enough.')}
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
              {t('Remove')}
            </Button>
          )}
          <DialogActions
            form={form}
            submit={usesCamera ? t('Take a photo') : t('Save profile picture')}
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
            aria-label={t('What the camera sees')}
            className="aspect-square w-full rounded-md bg-surface-3 object-cover"
          />
        ) : (
          <>
            <Field label={t('Image')} error={form.error('file') ?? (file && problemOf(file))}>
              <FilePicker accepts="image" bytesMax={PICTURE_BYTES_MAX} {...form.file('file')} />
            </Field>
            <Button icon={<Camera className="size-4" />} onClick={() => setUsesCamera(true)}>
              {t('Use the camera')}
            </Button>
          </>
        )}
        <FormNotices form={form} />
      </form>
    </Dialog>
  )
}

function problemOf(file: File | undefined): string | undefined {
  const problem = pictureProblem(file)
  return problem && t(problem)
}

/**
 * Crops the middle of an image to a small square JPEG, so only what is shown is uploaded.
 *
 * @throws if the browser cannot decode the image
 */
async function squarePicture(source: Blob | HTMLVideoElement): Promise<File> {
  const bitmap = await createImageBitmap(source)
  const { x, y, side } = centreSquare(bitmap.width, bitmap.height)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.min(side, PICTURE_SIDE)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser draws nothing')
  // Transparent images get a white background, as on the server.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(bitmap, x, y, side, side, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', PICTURE_QUALITY),
  )
  if (!blob) throw new Error('the picture could not be saved')
  return new File([blob], 'picture.jpg', { type: 'image/jpeg' })
}
