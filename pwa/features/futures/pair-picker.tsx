import { ChevronDown } from 'lucide-react'
import { assetOf } from '#shared/assets.ts'
import { FUTURES_PAIRS, type FuturesPair, pricedAssetOf } from '#shared/rules/futures.ts'
import { t } from '#shared/text/t.ts'

interface PairPickerProps {
  pair: FuturesPair
  onChange: (pair: FuturesPair) => void
}

/** The pair's name as a heading that can be pressed: the native list, as everywhere. */
export function PairPicker({ pair, onChange }: PairPickerProps) {
  return (
    <div className="relative">
      <h1 className="sr-only">{t('Futures {pair}', { pair })}</h1>
      <select
        aria-label={t('Asset')}
        value={pair}
        onChange={({ target }) => {
          const chosen = FUTURES_PAIRS.find((each) => each === target.value)
          if (chosen) onChange(chosen)
        }}
        className="h-11 appearance-none rounded-md bg-transparent ps-0 pe-8 font-semibold text-fg text-lg hover:bg-surface-2"
      >
        {FUTURES_PAIRS.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute end-1 top-3 size-5 text-fg-3"
      />
      <p className="-mt-2 text-fg-3 text-xs">
        {t('{asset} timed future', { asset: assetOf(pricedAssetOf(pair)).name })}
      </p>
    </div>
  )
}
