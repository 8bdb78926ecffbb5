import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type CameraFailure, useCamera } from '#pwa/hooks/use-camera.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { FileDrop } from '#pwa/ui/file-drop.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { readQr, readQrFile } from '#pwa/ui/read-qr.ts'
import type { WithdrawalSymbol } from '#shared/rules/withdrawals.ts'
import { msg, t } from '#shared/text/t.ts'
import { readCode } from './scanned-code.ts'

interface ScanDialogProps {
  symbol: WithdrawalSymbol
  onClose: () => void
  onFound: (address: string) => void
}

/** Reads the QR code of a wallet address: with the camera, or in an image. */
export function ScanDialog({ symbol, onClose, onFound }: ScanDialogProps) {
  const [failure, setFailure] = useState<CameraFailure>()
  const [problem, setProblem] = useState<string>()
  const { video, isReady } = useCamera({
    isOn: failure === undefined,
    facing: 'environment',
    onFailure: setFailure,
  })

  function take(text: string) {
    const code = readCode(text, symbol)
    if ('address' in code) onFound(code.address)
    else setProblem(code.problem)
  }
  useCodes(video, isReady, take)

  async function takeFile(file: File | undefined) {
    if (!file) return
    const text = await readQrFile(file).catch(() => undefined)
    if (text === undefined) setProblem(t('There is no readable QR code in this image.'))
    else take(text)
  }

  return (
    <Dialog
      onClose={onClose}
      title={t('Scan a QR code')}
      description={t('Scan the QR code of a {symbol} address.', { symbol })}
    >
      <div className="flex flex-col gap-4">
        {failure ? (
          <Notice tone="warn">{t(FAILURES[failure])}</Notice>
        ) : (
          <div className="relative overflow-hidden rounded-md bg-surface-3">
            <video
              ref={video}
              muted
              playsInline
              aria-label={t('What the camera sees')}
              className="aspect-square max-h-[50dvh] w-full object-cover"
            />
            <span aria-hidden="true" className="absolute inset-0 grid place-items-center">
              <span className="aspect-square h-3/5 rounded-lg border-2 border-accent-fill" />
            </span>
          </div>
        )}
        <div role="status" className="empty:sr-only">
          {problem && <Notice tone="warn">{problem}</Notice>}
        </div>
        <Field label={t('Image with the QR code')}>
          <FileDrop
            accepts="image"
            bytesMax={undefined}
            onFiles={([file]) => void takeFile(file)}
          />
        </Field>
      </div>
    </Dialog>
  )
}

const FAILURES: Readonly<Record<CameraFailure, string>> = {
  denied: msg(
    'The camera is blocked. Allow it for this page in the settings of your browser, or choose an image of the code.',
  ),
  missing: msg('This device has no camera. Choose an image of the code.'),
  busy: msg(
    'The camera cannot be started: another app may be using it. Choose an image of the code.',
  ),
}

/** Between two frames, so that a slow phone stays responsive. */
const PAUSE_MS = 150

/** Calls `onCode` once for each code that comes into view. */
function useCodes(
  video: RefObject<HTMLVideoElement | null>,
  isReady: boolean,
  onCode: (text: string) => void,
) {
  const reportCode = useEffectEvent(onCode)
  useEffect(() => {
    if (!isReady) return
    let last: string | undefined
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    const look = async () => {
      const text = video.current ? await readQr(video.current) : undefined
      if (isOver) return
      if (text !== undefined && text !== last) reportCode(text)
      last = text ?? last
      timer = setTimeout(() => void look(), PAUSE_MS)
    }
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [video, isReady])
}
