import { Bell } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isHeldByPage } from '#pwa/stores/begun-forms.ts'
import { showToast } from '#pwa/stores/toasts.ts'
import { t } from '#shared/text/t.ts'
import { NoticeLinks } from './notice-links.tsx'

/**
 * A click on a notification opens its page inside the running app, without a reload. A form that the
 * user has begun stays: a link to the page is shown instead.
 */
export function NotificationToOpen() {
  const navigate = useNavigate()
  const [kept, setKept] = useState<string>()
  const open = useEffectEvent((path: string) => {
    if (!isHeldByPage()) return void navigate(path)
    setKept(path)
    showToast({
      title: t('Notification not opened yet'),
      message: t(
        'Opening it would clear what you have entered. A link at the top of the page opens it later.',
      ),
    })
  })
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const onMessage = ({ data }: MessageEvent<{ type?: string; path?: string } | undefined>) => {
      if (data?.type === 'OPEN' && data.path?.startsWith('/')) open(data.path)
    }
    navigator.serviceWorker.addEventListener('message', onMessage)
    return () => navigator.serviceWorker.removeEventListener('message', onMessage)
  }, [])
  if (kept === undefined) return null
  const text = t('Notification not opened yet')
  const onFollow = () => setKept(undefined)
  return <NoticeLinks tone="info" icon={Bell} links={[{ to: kept, text, onFollow }]} />
}
