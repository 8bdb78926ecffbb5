import { useState } from 'react'
import { ImageDialog } from '#pwa/components/image-dialog.tsx'
import { KeptPicture } from '#pwa/components/kept-picture.tsx'
import { t } from '#shared/text/t.ts'

interface MessagePictureProps {
  url: string
  /** The name of the other side; undefined for the reader's own image. */
  from: string | undefined
}

/** An image in a message, in a box of fixed size; a press enlarges it. */
export function MessagePicture({ url, from }: MessagePictureProps) {
  const [isOpen, setOpen] = useState(false)
  const isOwn = from === undefined
  return (
    <>
      <KeptPicture
        url={url}
        label={isOwn ? t('Open your image') : t('Open the image from {name}', { name: from })}
        className="h-44 w-60 max-w-full"
        onOpen={() => setOpen(true)}
      />
      {isOpen && (
        <ImageDialog
          title={isOwn ? t('Your image') : t('Image from {name}', { name: from })}
          url={url}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
