import { Download, ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSignedLink } from '#pwa/hooks/use-signed-link.ts'
import { buttonClass } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { t } from '#shared/text/t.ts'
import { SignedImage } from './signed-image.tsx'

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
  const latest = useSignedLink(url)
  const link = classNames(buttonClass(), 'flex-1 md:flex-none')
  return (
    <Dialog
      onClose={onClose}
      title={title}
      size="large"
      footer={
        <>
          <a href={latest} target="_blank" rel="noreferrer" className={link}>
            <ExternalLink aria-hidden="true" className="size-4" />
            {t('Open in New Tab')}
          </a>
          <a href={latest} download={fileName || true} className={link}>
            <Download aria-hidden="true" className="size-4" />
            {t('Download')}
          </a>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SignedImage
          src={latest}
          alt={title}
          className="max-h-[52dvh] w-full rounded-md bg-surface-2 object-contain"
          failed={<Notice tone="danger">{t('Failed to load image')}</Notice>}
        />
        {children}
      </div>
    </Dialog>
  )
}
