import { useState } from 'react'
import { textLinkClass } from '#pwa/ui/button.tsx'
import { rowName } from '#pwa/ui/row-name.ts'
import { t } from '#shared/text/t.ts'
import { ImageDialog } from './image-dialog.tsx'

interface ScreenshotButtonProps {
  url: string
  /** The request, for screen readers: a list has several. */
  row: string
}

/** Opens the screenshot of a request in its viewer. */
export function ScreenshotButton({ url, row }: ScreenshotButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={rowName(t('View screenshot'), row)}
        className={textLinkClass}
        onClick={() => setOpen(true)}
      >
        {t('View screenshot')}
      </button>
      {isOpen && <ImageDialog title={t('Screenshot')} url={url} onClose={() => setOpen(false)} />}
    </>
  )
}
