import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { useSignedLink } from '#pwa/hooks/use-signed-link.ts'

interface SignedImageProps extends ComponentProps<'img'> {
  src: string
  alt: string
  /** Shown if the image cannot be loaded, even by a new link. */
  failed: ReactNode
}

/**
 * A private image. Once loaded it stays, even if a later response has another link; if its link
 * expired before, it is loaded with a new one.
 */
export function SignedImage({ src, alt, failed, ...rest }: SignedImageProps) {
  const [shown, setShown] = useState(src)
  const [broken, setBroken] = useState<readonly string[]>([])
  const { isOnline } = useConnection()
  if (fileOf(shown) !== fileOf(src)) setShown(src)
  useEffect(() => {
    if (isOnline) setBroken([])
  }, [isOnline])
  const latest = useSignedLink(src, { failed: broken })
  const url = broken.includes(shown) ? latest : shown
  if (broken.includes(url)) return failed
  return (
    <img
      {...rest}
      src={url}
      alt={alt}
      onLoad={() => setShown(url)}
      onError={() => setBroken([...broken, url])}
    />
  )
}

function fileOf(url: string): string | undefined {
  return url.split('?')[0]
}
