import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '#pwa/ui/class-names.ts'

interface KeptPictureProps {
  /** Signed for a few minutes; a later answer of the server has a new one. */
  url: string
  /** Says what is pressed. */
  label: string
  className?: string
  onOpen: (url: string) => void
}

/** An image that stays once it is loaded, even if its link changes; a press opens it. */
export function KeptPicture({ url, label, className, onOpen }: KeptPictureProps) {
  const [shown, setShown] = useState(url)
  const [failed, setFailed] = useState<string>()
  const src = failed === shown ? url : shown
  return (
    <button
      type="button"
      aria-label={label}
      onClick={() => onOpen(url)}
      className={classNames(
        'relative overflow-hidden rounded-md border border-line bg-surface-3 transition-[filter] hover:brightness-110',
        className,
      )}
    >
      {failed === src ? (
        <span className="flex size-full flex-col items-center justify-center gap-2 p-3 text-fg-2 text-xs">
          <ImageOff aria-hidden="true" className="size-6" />
          Failed to load image
        </span>
      ) : (
        <img
          src={src}
          alt=""
          className="absolute inset-0 size-full object-contain"
          onLoad={() => setShown(src)}
          onError={() => setFailed(src)}
        />
      )}
    </button>
  )
}
