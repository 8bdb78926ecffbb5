import { Suspense } from 'react'
import { lazyPart } from '#pwa/loading/lazy-view.tsx'
import { Skeleton } from './skeleton.tsx'

const QRCodeSVG = lazyPart(async () => (await import('qrcode.react')).QRCodeSVG)

interface QrCodeProps {
  text: string
  /** What scanning it gives: "Deposit address". */
  label: string
}

/** Always dark on white with its quiet zone: some cameras read nothing else. */
export function QrCode({ text, label }: QrCodeProps) {
  return (
    <div className="mx-auto size-48 overflow-hidden rounded-md bg-white forced-color-adjust-none">
      <Suspense fallback={<Skeleton className="size-48" />}>
        <QRCodeSVG
          value={text}
          level="M"
          marginSize={3}
          title={label}
          bgColor="#ffffff"
          fgColor="#0b0e11"
          className="size-48"
        />
      </Suspense>
    </div>
  )
}
