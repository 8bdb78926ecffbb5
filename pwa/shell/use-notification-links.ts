import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'

/**
 * A click on a notification opens its page inside the running app, without a reload.
 */
export function useNotificationLinks() {
  const navigate = useNavigate()
  const open = useEffectEvent((path: string) => void navigate(path))
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const onMessage = ({ data }: MessageEvent<{ type?: string; path?: string } | undefined>) => {
      if (data?.type === 'OPEN' && data.path?.startsWith('/')) open(data.path)
    }
    navigator.serviceWorker.addEventListener('message', onMessage)
    return () => navigator.serviceWorker.removeEventListener('message', onMessage)
  }, [])
}
