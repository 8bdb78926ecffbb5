import { Link } from 'react-router-dom'
import { StartTradingButton } from '#pwa/components/start-trading-button.tsx'
import { AboutSections, IndexAssets } from '#pwa/features/about/about-sections.tsx'
import { SignedLogCard } from '#pwa/features/signed-log/signed-log-card.tsx'
import { textLinkClass } from '#pwa/ui/button.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { about } from '#shared/operator/about.ts'
import { operator } from '#shared/operator/company.ts'
import { risk } from '#shared/operator/risk.ts'
import { t } from '#shared/text/t.ts'

/** Who runs the platform, and what for. */
export function AboutPage() {
  const { headline, introduction } = about()
  return (
    <div className="flex flex-col gap-6 md:gap-10">
      <section className="flex flex-col items-start gap-4 rounded-lg border border-line bg-surface p-5 md:p-10">
        <p className="font-medium text-accent text-sm">
          {t('About {name}', { name: operator.name })}
        </p>
        <h1 className="max-w-3xl text-balance font-semibold text-2xl text-fg tracking-tight md:text-4xl">
          {headline}
        </h1>
        <p className="max-w-2xl text-pretty text-base text-fg-2">{introduction}</p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <StartTradingButton />
          <Link to="/install" className={textLinkClass}>
            {t('Install the app')}
          </Link>
          <Link to="/accessibility" className={textLinkClass}>
            {t('Accessibility')}
          </Link>
        </div>
      </section>
      <AboutSections />
      <IndexAssets />
      <SignedLogCard />
      <section className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5 md:flex-row md:items-center md:justify-between md:p-8">
        <div className="flex flex-col gap-1">
          <h2 className="font-semibold text-fg text-lg">{t('Ready when you are')}</h2>
          <p className="text-fg-2 text-sm">{operator.tagline}</p>
        </div>
        <StartTradingButton label={t('GET STARTED NOW')} />
      </section>
      <Notice tone="warn">{risk.trading}</Notice>
    </div>
  )
}
