import { useState } from 'react'
import { textLinkClass } from '#pwa/ui/button.tsx'
import { t } from '#shared/text/t.ts'
import { ImageDialog } from './image-dialog.tsx'

/** Opens the screenshot of a request in its viewer. */
export function ScreenshotButton({ url }: { url: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={textLinkClass} onClick={() => setOpen(true)}>
        {t('View screenshot')}
      </button>
      {isOpen && <ImageDialog title={t('Screenshot')} url={url} onClose={() => setOpen(false)} />}
    </>
  )
}
