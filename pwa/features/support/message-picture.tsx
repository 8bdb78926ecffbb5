import { useState } from 'react'
import { ImageDialog } from '#pwa/components/image-dialog.tsx'
import { KeptPicture } from '#pwa/components/kept-picture.tsx'

interface MessagePictureProps {
  url: string
  name: string
}

/** An image in a message, in a box of fixed size; a press enlarges it. */
export function MessagePicture({ url, name }: MessagePictureProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <KeptPicture
        url={url}
        label={`Open ${name}`}
        className="h-44 w-60 max-w-full"
        onOpen={() => setOpen(true)}
      />
      {isOpen && <ImageDialog title={name} url={url} onClose={() => setOpen(false)} />}
    </>
  )
}
