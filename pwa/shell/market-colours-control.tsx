import { useId } from 'react'
import {
  MARKET_COLOURS,
  type MarketColours,
  useMarketColours,
} from '#pwa/theme/use-market-colours.ts'
import { ChangeText } from '#pwa/ui/money.tsx'
import { msg, t } from '#shared/text/t.ts'

const LABELS: Readonly<Record<MarketColours, string>> = {
  'green-red': msg('Green up, red down'),
  'red-green': msg('Red up, green down'),
  'blue-orange': msg('Blue up, orange down'),
}

/** The colours of rising and falling prices on this device, each choice with a sample. */
export function MarketColoursControl() {
  const { choice, choose } = useMarketColours()
  const name = useId()
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="pb-1 font-medium text-fg-2 text-sm">
        {t('Colours of rising and falling prices')}
      </legend>
      {MARKET_COLOURS.map((each) => (
        <label key={each} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
          <input
            type="radio"
            name={name}
            className="size-5 shrink-0 accent-accent-fill"
            checked={each === choice}
            onChange={() => choose(each)}
          />
          <span className="min-w-0 flex-1 text-fg">{t(LABELS[each])}</span>
          <span aria-hidden="true" data-market={each} className="flex shrink-0 gap-3 text-xs">
            {SAMPLE.map((percent) => (
              <ChangeText key={percent} percent={percent} />
            ))}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const SAMPLE = ['2.4', '-1.3'] as const
