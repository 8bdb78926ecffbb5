import { Camera, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { failureText } from '#pwa/hooks/failure-text.ts'
import { showToast } from '#pwa/stores/toasts.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { FilePicker } from '#pwa/ui/file-picker.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import {
  PICKER_AFTER_MS,
  PICTURE_BYTES_MAX,
  pictureProblem,
} from '#shared/rules/profile-picture.ts'
import { squarePicture } from './square-picture.ts'
import { usePicture } from './use-account.ts'
import { useCamera } from './use-camera.ts'

interface PictureDialogProps {
  onClose: () => void
  hasPicture: boolean
}

const UPLOAD_FAILED = { title: 'Error', message: 'Failed to upload image' } as const

/** A picture from a file or from the camera, cut square. */
export function PictureDialog({ onClose, hasPicture }: PictureDialogProps) {
  const { set, remove, isBusy } = usePicture()
  const [file, setFile] = useState<File>()
  const [usesCamera, setUsesCamera] = useState(false)
  const [problem, setProblem] = useState<string>()
  const fallback = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(fallback.current), [])
  const camera = useCamera(usesCamera, () => {
    setProblem('Unable to access camera. Using file picker instead.')
    fallback.current = setTimeout(() => {
      setUsesCamera(false)
      setProblem(undefined)
    }, PICKER_AFTER_MS)
  })

  async function save(source: File | HTMLVideoElement | null | undefined) {
    const asked = source instanceof HTMLVideoElement ? undefined : (source ?? undefined)
    const wrong = source instanceof HTMLVideoElement ? undefined : pictureProblem(asked)
    setProblem(wrong)
    if (wrong || !source) return
    const picture = await squarePicture(source).catch(() => undefined)
    if (!picture) return setProblem(UPLOAD_FAILED.message)
    const result = await set(picture)
    if (result.state === 'refused') {
      return setProblem(failureText(result.failure, UPLOAD_FAILED).message)
    }
    showToast({ title: 'Success', message: 'Your picture is saved.', tone: 'success' })
    onClose()
  }

  async function takeAway() {
    const result = await remove()
    if (result.state === 'refused') return setProblem('Failed to remove profile picture')
    onClose()
  }

  const act = usesCamera ? 'Take picture' : 'Save picture'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Profile picture"
      description="JPG, PNG or GIF; 400 × 400 is enough."
      locked={isBusy}
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
          <Button
            variant="primary"
            className="flex-1 md:flex-none"
            busy={isBusy}
            disabled={usesCamera && !camera.isReady}
            onClick={() => void save(usesCamera ? camera.video.current : file)}
          >
            {act}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
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
            <Field label="Picture">
              <FilePicker
                accepts="image"
                bytesMax={PICTURE_BYTES_MAX}
                file={file}
                onFileChange={(next) => {
                  setFile(next)
                  setProblem(next && pictureProblem(next))
                }}
              />
            </Field>
            <Button icon={<Camera className="size-4" />} onClick={() => setUsesCamera(true)}>
              Use the camera
            </Button>
          </>
        )}
        {problem && <Notice tone="down">{problem}</Notice>}
      </div>
    </Dialog>
  )
}
