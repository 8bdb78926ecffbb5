import { Link } from 'react-router-dom'
import { buttonClass } from '#pwa/ui/button.tsx'
import { t } from '#shared/text/t.ts'

export function NotFoundPage() {
  return (
    <div className="flex flex-col items-center gap-3 py-24 text-center">
      <h1 className="font-semibold text-fg text-xl">{t('404 Page Not Found')}</h1>
      <p className="text-fg-3">{t('There is no page at this address.')}</p>
      <Link to="/" className={buttonClass({ variant: 'primary' })}>
        {t('Go to Home')}
      </Link>
    </div>
  )
}
