import { StartTradingButton } from '#pwa/components/start-trading-button.tsx'
import { operator } from '#shared/operator.ts'

/** What the product is for, one press away. */
export function Hero() {
  return (
    <section
      aria-label="Start trading"
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 md:flex-row md:items-center md:justify-between md:p-6"
    >
      <div className="flex flex-col gap-1">
        <h2 className="font-semibold text-base text-fg md:text-lg">{operator.tagline}</h2>
        <p className="text-fg-3 text-xs md:text-sm">
          Long or short, from one to ten minutes, decided by recorded prices.
        </p>
      </div>
      <StartTradingButton />
    </section>
  )
}
