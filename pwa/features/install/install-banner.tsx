import { X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useInstallMethod } from '#pwa/hooks/install-method.ts'
import { buttonClass, IconButton } from '#pwa/ui/button.tsx'
import { operator } from '#shared/operator/company.ts'
import { t } from '#shared/text/t.ts'
import { countVisit, dismissBanner, isBannerDue } from './visits.ts'

/** Only Safari on iPhone and iPad needs it: other browsers offer to install the app. */
export function InstallBanner() {
  const isSafari = useInstallMethod() === 'safari'
  const [isDue, setDue] = useState(() => isSafari && isBannerDue(countVisit()))
  if (!isDue) return null
  return (
    <section
      aria-label={t('Install the app')}
      className="flex items-center gap-3 rounded-md border border-line bg-surface py-1.5 ps-3 pe-1"
    >
      <img src="/icons/icon.svg" alt="" width="36" height="36" className="size-9 rounded-md" />
      <p className="min-w-0 flex-1 text-fg text-sm">
        <strong className="block font-semibold">
          {t('Install {name}', { name: operator.name })}
        </strong>
        <span className="text-fg-2 text-xs">{t('With notifications')}</span>
      </p>
      <Link to="/install" className={buttonClass({ variant: 'primary', size: 'small' })}>
        {t('Show me how')}
      </Link>
      <IconButton
        label={t('Dismiss')}
        onClick={() => {
          dismissBanner()
          setDue(false)
        }}
      >
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </section>
  )
}
