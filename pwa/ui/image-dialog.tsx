import { Download, ExternalLink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { buttonClass } from './button.tsx'
import { classNames } from './class-names.ts'
import { Dialog } from './dialog.tsx'
import { Notice } from './notice.tsx'

interface ImageDialogProps {
  title: string
  url: string
  /** What a download is called; the server's name for it where absent. */
  fileName?: string | undefined
  onClose: () => void
  /** Below the image. */
  children?: ReactNode
}

/** An image as large as the screen allows, with buttons to open and download it. */
export function ImageDialog({ title, url, fileName, onClose, children }: ImageDialogProps) {
  const [failedUrl, setFailedUrl] = useState<string>()
  const link = classNames(buttonClass(), 'flex-1 md:flex-none')
  return (
    <Dialog
      onClose={onClose}
      title={title}
      size="large"
      footer={
        <>
          <a href={url} target="_blank" rel="noreferrer" className={link}>
            <ExternalLink aria-hidden="true" className="size-4" />
            Open in New Tab
          </a>
          <a href={url} download={fileName || true} className={link}>
            <Download aria-hidden="true" className="size-4" />
            Download
          </a>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {failedUrl === url ? (
          <Notice tone="down">Failed to load image</Notice>
        ) : (
          <img
            src={url}
            alt={title}
            onError={() => setFailedUrl(url)}
            className="max-h-[52dvh] w-full rounded-md bg-surface-2 object-contain"
          />
        )}
        {children}
      </div>
    </Dialog>
  )
}
