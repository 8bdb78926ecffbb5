import type { ComponentType, ReactNode } from 'react'
import { type InstallMethod, takeInstallOffer } from '#pwa/hooks/install-method.ts'
import { Button } from '#pwa/ui/button.tsx'
import { operator } from '#shared/operator/company.ts'
import { t } from '#shared/text/t.ts'
import { AddDrawing, HomeScreenDrawing, ShareDrawing } from './drawings.tsx'

/** What installs the app on this device comes first; iPhone and iPad have steps of their own. */
export function InstallSteps({ method }: { method: InstallMethod }) {
  if (method === 'installed') return <Text>{t('You are already using the app.')}</Text>
  if (method === 'safari') return <IosSteps />
  return (
    <div className="flex flex-col gap-8">
      {method === 'offer' && (
        <Button variant="primary" size="large" className="self-start" onClick={takeInstallOffer}>
          {t('Install')}
        </Button>
      )}
      {method === 'menu' && (
        <Text>
          {t(
            'On this device, choose “Install app” or “Add to Home Screen” in your browser’s menu.',
          )}
        </Text>
      )}
      {method === 'other-ios' && (
        <Text>
          {t(
            'Open this page in Safari and follow these steps. Some other browsers offer them too.',
          )}
        </Text>
      )}
      <section className="flex flex-col gap-4">
        <h2 className="font-semibold text-fg text-lg">{t('On iPhone and iPad')}</h2>
        <IosSteps />
      </section>
    </div>
  )
}

function IosSteps() {
  return (
    <ol className="grid gap-4 sm:grid-cols-3">
      <Step number={1} drawing={ShareDrawing} title={t('Tap Share')}>
        {t(
          'In Safari, this is the square with an arrow, in the bar at the bottom or, on iPad, at the top. It may be behind “…”.',
        )}
      </Step>
      <Step number={2} drawing={AddDrawing} title={t('Choose Add to Home Screen')}>
        {t('Scroll down if you do not see it, then tap Add.')}
      </Step>
      <Step
        number={3}
        drawing={HomeScreenDrawing}
        title={t('Open {name} there', { name: operator.name })}
      >
        {t('Log in again: the app keeps its data separately from Safari.')}
      </Step>
    </ol>
  )
}

interface StepProps {
  number: number
  drawing: ComponentType
  title: string
  children: ReactNode
}

function Step({ number, drawing: Drawing, title, children }: StepProps) {
  return (
    <li className="flex gap-4 rounded-lg border border-line bg-surface p-4 sm:flex-col">
      <span className="w-28 shrink-0 sm:mx-auto sm:w-36">
        <Drawing />
      </span>
      <div className="flex min-w-0 flex-col gap-1.5">
        <h3 className="flex items-baseline gap-2 font-semibold text-base text-fg">
          <span className="num text-accent">{number}</span>
          {title}
        </h3>
        <Text>{children}</Text>
      </div>
    </li>
  )
}

function Text({ children }: { children: ReactNode }) {
  return <p className="text-pretty text-fg-2 text-sm">{children}</p>
}
