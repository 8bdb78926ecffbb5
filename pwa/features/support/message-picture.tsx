import { ImageOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'

interface MessagePictureProps {
  /** Signed for a few minutes; a later answer of the server brings another one. */
  url: string
  name: string
  onEnded: () => void
}

/** An image in a message, in a box of fixed size; a press enlarges it. */
export function MessagePicture({ url, name, onEnded }: MessagePictureProps) {
  // A loaded image stays, even if a later answer brings another link.
  const [shown, setShown] = useState(url)
  const [failed, setFailed] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const { isOnline } = useConnection()
  useEffect(() => {
    if (isOnline) setFailed(undefined)
  }, [isOnline])
  const src = failed === shown ? url : shown
  const isBroken = failed === src
  return (
    <>
      <button
        type="button"
        onClick={() => (isBroken ? onEnded() : setOpen(true))}
        aria-label={isBroken ? `Load ${name} again` : `Open ${name}`}
        className="grid h-44 w-60 max-w-full place-items-center overflow-hidden rounded-md bg-surface-3"
      >
        {isBroken ? (
          <span className="flex flex-col items-center gap-2 text-fg-2 text-xs">
            <ImageOff aria-hidden="true" className="size-6" />
            Picture not loaded. Try again
          </span>
        ) : (
          <img
            src={src}
            alt=""
            className="size-full object-cover"
            onLoad={() => setShown(src)}
            onError={() => {
              setFailed(src)
              onEnded()
            }}
          />
        )}
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={name} size="large">
        <img
          src={src}
          alt={name}
          className="mx-auto max-h-[75dvh] max-w-full rounded-md object-contain"
        />
      </Dialog>
    </>
  )
}
