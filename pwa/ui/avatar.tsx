import { useState } from 'react'
import { classNames } from './class-names.ts'

interface AvatarProps {
  name: string
  /** The URL of an image on this origin, or a blob. */
  src?: string | undefined
  size?: 'small' | 'large'
}

/** Shows initials without an image or after its link has expired. */
export function Avatar({ name, src, size = 'small' }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const sized = classNames(
    'grid shrink-0 place-items-center overflow-hidden rounded-full bg-surface-3 font-semibold text-fg-2',
    size === 'small' ? 'size-9 text-xs' : 'size-16 text-lg',
  )
  if (src && src !== broken) {
    const look = classNames(sized, 'object-cover')
    return <img src={src} alt="" className={look} onError={() => setBroken(src)} />
  }
  return (
    <span aria-hidden="true" className={sized}>
      {initialsOf(name)}
    </span>
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
