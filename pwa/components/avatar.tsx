import { classNames } from '#pwa/ui/class-names.ts'
import { SignedImage } from './signed-image.tsx'

interface AvatarProps {
  name: string
  /** The URL of an image on this origin, or a blob. */
  src?: string | undefined
  size?: 'small' | 'large'
}

/** Shows initials where there is no image. */
export function Avatar({ name, src, size = 'small' }: AvatarProps) {
  const sized = classNames(
    'grid shrink-0 place-items-center overflow-hidden rounded-full bg-surface-3 font-semibold text-fg-2',
    size === 'small' ? 'size-9 text-xs' : 'size-16 text-lg',
  )
  const initials = (
    <span aria-hidden="true" className={sized}>
      {initialsOf(name)}
    </span>
  )
  if (!src) return initials
  return (
    <SignedImage src={src} alt="" failed={initials} className={classNames(sized, 'object-cover')} />
  )
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
