import { Bell, CloudOff, ShieldCheck } from 'lucide-react'
import { PublicPage } from '#pwa/components/public-page.tsx'
import { InstallSteps } from '#pwa/features/install/install-steps.tsx'
import { useInstallMethod } from '#pwa/hooks/install-method.ts'
import { msg, t } from '#shared/text/t.ts'

/** How to install the app, with drawings for iPhone and iPad; anyone may read it. */
export function InstallPage() {
  const method = useInstallMethod()
  return (
    <PublicPage className="max-w-4xl">
      <header className="flex flex-col gap-3">
        <h1 className="font-semibold text-2xl text-fg">{t('Install the app')}</h1>
        <ul className="flex flex-col gap-2 text-fg-2 text-sm md:flex-row md:gap-6">
          {REASONS.map(({ icon: Icon, text }) => (
            <li key={text} className="flex items-start gap-2 md:flex-1">
              <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
              {t(text)}
            </li>
          ))}
        </ul>
      </header>
      <InstallSteps method={method} />
    </PublicPage>
  )
}

const REASONS = [
  {
    icon: Bell,
    text: msg('Notifications. On iPhone and iPad, only the installed app can show them.'),
  },
  { icon: CloudOff, text: msg('It opens in its own window, even without a connection.') },
  { icon: ShieldCheck, text: msg('Your device keeps submissions until they are sent.') },
] as const
