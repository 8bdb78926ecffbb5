import { useState } from 'react'
import { textLinkClass } from '#pwa/ui/button.tsx'
import { ImageDialog } from './image-dialog.tsx'

/** Opens the screenshot of a request in its viewer. */
export function ScreenshotButton({ url }: { url: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={textLinkClass} onClick={() => setOpen(true)}>
        View screenshot
      </button>
      {isOpen && <ImageDialog title="Screenshot" url={url} onClose={() => setOpen(false)} />}
    </>
  )
}
