import { ImageOff } from 'lucide-react'
import { classNames } from '#pwa/ui/class-names.ts'
import { t } from '#shared/text/t.ts'
import { SignedImage } from './signed-image.tsx'

interface KeptPictureProps {
  url: string
  /** Says what is pressed. */
  label: string
  className?: string
  onOpen: () => void
}

/** A private image that a press opens. */
export function KeptPicture({ url, label, className, onOpen }: KeptPictureProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onOpen}
      className={classNames(
        'relative overflow-hidden rounded-md border border-line bg-surface-3 transition-[filter] hover:brightness-110',
        className,
      )}
    >
      <SignedImage
        src={url}
        alt=""
        className="absolute inset-0 size-full object-contain"
        failed={
          <span className="flex size-full flex-col items-center justify-center gap-2 p-3 text-fg-2 text-xs">
            <ImageOff aria-hidden="true" className="size-6" />
            {t('Failed to load image')}
          </span>
        }
      />
    </button>
  )
}
