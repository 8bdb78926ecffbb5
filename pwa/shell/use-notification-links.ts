import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'

/**
 * A click on a notification opens its page inside the running app, without a reload; and the service
 * worker learns whether that page is open already.
 */
export function useNotificationLinks() {
  const navigate = useNavigate()
  const open = useEffectEvent((path: string) => void navigate(path))
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const hear = ({ data, ports }: MessageEvent<{ type?: string; path?: string } | undefined>) => {
      if (data?.type === 'SHOWN') {
        ports[0]?.postMessage(`${location.pathname}${location.search}` === data.path)
      }
      if (data?.type === 'OPEN' && data.path?.startsWith('/')) open(data.path)
    }
    navigator.serviceWorker.addEventListener('message', hear)
    return () => navigator.serviceWorker.removeEventListener('message', hear)
  }, [])
}
