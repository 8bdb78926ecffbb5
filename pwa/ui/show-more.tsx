import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'

interface ShowMoreProps {
  isLoading: boolean
  /** The last try brought nothing: the next one is up to the person. */
  failed: boolean
  onMore: () => void
}

/** Loads the next page when it comes into view, or when it is pressed. */
export function ShowMore({ isLoading, failed, onMore }: ShowMoreProps) {
  const box = useRef<HTMLDivElement>(null)
  const isWaiting = !isLoading && !failed
  useEffect(() => {
    const element = box.current
    if (!element || !isWaiting) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore())
    observer.observe(element)
    return () => observer.disconnect()
  }, [isWaiting, onMore])
  return (
    <div ref={box} className="flex justify-center">
      <Button busy={isLoading} onClick={onMore}>
        Show more
      </Button>
    </div>
  )
}
