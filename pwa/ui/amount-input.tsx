import type { ComponentProps } from 'react'
import {
  type Decimal,
  formatUnits,
  scaleUnits,
  truncateUnits,
  tryParseUnits,
} from '#shared/money.ts'
import { t } from '#shared/text/t.ts'
import { TextInput } from './field.tsx'

interface AmountInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'max'> {
  value: string
  onValueChange: (value: string) => void
  /** The unit shown at the end of the box: "BTC". */
  unit: string
  /** What 100 % means. Left out, shares are not offered; undefined, they wait until it is known. */
  max?: Decimal | undefined
  /** Takes a share of `max` where that counts something else than the box: all of the USDT. */
  onShare?: ((share: Decimal) => void) | undefined
  /** How many decimals the amount can have; 8 unless said otherwise. */
  decimals?: number
}

const SHARES = [25n, 50n, 75n, 100n]

/** An amount as text, so that nothing that was typed is lost to floating point. */
export function AmountInput(props: AmountInputProps) {
  const { value, onValueChange, unit, max, onShare = onValueChange, decimals = 8, ...rest } = props
  return (
    <div className="flex flex-col gap-2">
      <TextInput
        autoComplete="off"
        placeholder="0.00"
        {...rest}
        inputMode="decimal"
        value={value}
        onChange={(event) => onValueChange(asDecimalText(event.target.value, value, decimals))}
        trailing={<span className="font-medium">{unit}</span>}
        className="num font-medium"
      />
      {'max' in props && (
        <div className="grid grid-cols-4 gap-2">
          {SHARES.map((percent) => (
            <button
              key={percent}
              type="button"
              disabled={rest.disabled || max === undefined}
              onClick={() => max !== undefined && onShare(shareOf(max, percent, decimals))}
              className="h-11 rounded-sm bg-surface-3 font-medium text-fg-2 text-xs transition-colors hover:text-fg disabled:opacity-45 md:h-8"
            >
              {percent === 100n ? t('Max') : `${percent}%`}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** Takes a comma for a point; anything that can't become an amount leaves the text as it was. */
function asDecimalText(typed: string, before: string, decimals: number): string {
  const text = typed.trim().replace(',', '.')
  const [, fraction = ''] = text.split('.')
  return /^\d*(\.\d*)?$/.test(text) && fraction.length <= decimals ? text : before
}

function shareOf(max: Decimal, percent: bigint, decimals: number): Decimal {
  const units = tryParseUnits(max)
  return units === undefined || units < 0n
    ? '0'
    : formatUnits(truncateUnits(scaleUnits(units, percent, 100n, 'down'), decimals))
}
