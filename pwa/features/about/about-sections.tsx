import { Eye, MapPin, Target } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePrices } from '#pwa/hooks/use-prices.ts'
import { CoinIcon } from '#pwa/ui/coin-icon.tsx'
import { PriceText } from '#pwa/ui/money.tsx'
import { about, INDEX_ASSETS } from '#shared/operator/about.ts'
import { t } from '#shared/text/t.ts'

/** Mission, vision, features, team and places. All texts come from `shared/operator`. */
export function AboutSections() {
  const { mission, vision, features, team, presence } = about()
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2 md:gap-6">
        <Statement title={t('Our mission')} icon={<Target className="size-5" />}>
          {mission}
        </Statement>
        <Statement title={t('Our vision')} icon={<Eye className="size-5" />}>
          {vision}
        </Statement>
      </div>
      <Section title={t('What you can do here')}>
        <ul className="grid gap-3 sm:grid-cols-2 md:gap-4 lg:grid-cols-3">
          {features.map(({ title, text }) => (
            <li key={title} className={TILE}>
              <h3 className="font-semibold text-fg">{title}</h3>
              <p className="text-fg-2 text-sm">{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('Our team')}>
        <ul className="grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
          {team.map(({ name, work }) => (
            <li key={name} className="flex flex-col gap-0.5 border-line border-t py-3">
              <h3 className="font-medium text-fg text-sm">{name}</h3>
              <p className="text-fg-2 text-sm">{work}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('Global presence')}>
        <ul className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">
          {presence.map(({ place, role }) => (
            <li key={place} className={TILE}>
              <MapPin aria-hidden="true" className="size-5 text-accent" />
              <h3 className="font-semibold text-fg">{place}</h3>
              <p className="text-fg-2 text-sm">{role}</p>
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}

const TILE = 'flex flex-col gap-1.5 rounded-lg border border-line bg-surface p-4'

function Statement(props: { title: string; icon: ReactNode; children: string }) {
  return (
    <section className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-5 md:p-6">
      <h2 className="flex items-center gap-2.5 font-semibold text-fg text-lg">
        <span aria-hidden="true" className="text-accent">
          {props.icon}
        </span>
        {props.title}
      </h2>
      <p className="text-fg-2">{props.children}</p>
    </section>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3 md:gap-4">
      <h2 className="font-semibold text-fg text-lg md:text-xl">{title}</h2>
      {children}
    </section>
  )
}

export function IndexAssets() {
  const { priceOf } = usePrices()
  return (
    <section className="flex flex-col gap-3 md:gap-4">
      <h2 className="font-semibold text-fg text-lg md:text-xl">{t('Index assets')}</h2>
      <ul className="grid grid-cols-2 gap-3 large-text:grid-cols-1 sm:grid-cols-3 md:gap-4 lg:grid-cols-6">
        {INDEX_ASSETS.map((symbol) => (
          <li
            key={symbol}
            className="flex min-w-0 items-center gap-3 rounded-lg border border-line bg-surface p-3"
          >
            <CoinIcon symbol={symbol} />
            <span className="flex min-w-0 flex-col">
              <span className="font-semibold text-fg text-sm">{symbol}</span>
              <PriceText price={priceOf(symbol)} className="text-fg-2 text-xs" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
