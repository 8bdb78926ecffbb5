import { type ComponentProps, useEffect, useEffectEvent, useId, useState } from 'react'
import {
  type Decimal,
  formatUnits,
  scaleUnits,
  truncateUnits,
  tryParseUnits,
} from '#shared/money.ts'
import { t } from '#shared/text/t.ts'
import { classNames } from './class-names.ts'
import { amountIn, decimalText, mayMeanThousands } from './decimal-text.ts'
import { TextInput, useFieldControl, useFieldLabel } from './field.tsx'

interface AmountInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'max'> {
  value: string
  onValueChange: (value: string) => void
  /** The unit shown at the end of the box: "BTC". */
  unit: string
  /**
   * What 100 % means. If omitted, shares are not offered; if undefined, they wait until it is
   * known.
   */
  max?: Decimal | undefined
  /** Called with a share of `max` if `max` is in another unit than the box: all of the USDT. */
  onShare?: ((share: Decimal) => void) | undefined
  /** How many decimals the amount can have; 8 unless said otherwise. */
  decimals?: number
}

const SHARES = [25n, 50n, 75n, 100n]

/** An amount as text, so that nothing that was typed is lost to floating point. */
export function AmountInput(props: AmountInputProps) {
  const { value, onValueChange, unit, max, onShare = onValueChange, decimals = 8, ...rest } = props
  const unitId = useId()
  const [hasComma, setHasComma] = useState(false)
  const [typed, setTyped] = useState('')
  const shown = amountIn(typed) === value ? typed : value
  const { 'aria-describedby': describedBy } = useFieldControl()
  return (
    <div className="flex flex-col gap-2">
      <TextInput
        autoComplete="off"
        placeholder="0.00"
        {...rest}
        aria-describedby={classNames(unitId, describedBy)}
        inputMode="decimal"
        value={shown}
        onChange={({ target }) => {
          const next = decimalText(target.value, shown, decimals)
          setTyped(next)
          setHasComma(next.includes('.') && (hasComma || target.value.includes(',')))
          onValueChange(amountIn(next))
        }}
        trailing={
          <span id={unitId} className="font-medium">
            {unit}
          </span>
        }
        className="num font-medium"
      />
      <p role="status" className="text-warn text-xs empty:sr-only">
        {hasComma &&
          mayMeanThousands(value) &&
          t('A comma counts as a decimal point. Write thousands without one.')}
      </p>
      {'max' in props && (
        <Shares
          amount={`${value} ${unit}`}
          isOff={rest.disabled || max === undefined}
          onPress={(percent) => max !== undefined && onShare(shareOf(max, percent, decimals))}
        />
      )}
    </div>
  )
}

interface SharesProps {
  /**
   * What the box shows, with its unit: announced after a press, because the focus stays on the
   * button.
   */
  amount: string
  isOff: boolean
  onPress: (percent: bigint) => void
}

function Shares({ amount, isOff, onPress }: SharesProps) {
  const [presses, setPresses] = useState(0)
  const [said, setSaid] = useState('')
  const say = useEffectEvent(() => setSaid(amount))
  const labelId = useFieldLabel()
  useEffect(() => {
    // Not again when a price moves what the share buys.
    if (presses > 0) say()
  }, [presses])
  return (
    // Relative: what only screen readers see scrolls with it.
    <div className="relative grid grid-cols-4 gap-2">
      {SHARES.map((percent) => (
        <button
          key={percent}
          type="button"
          aria-describedby={labelId}
          disabled={isOff}
          onClick={() => {
            onPress(percent)
            setPresses(presses + 1)
          }}
          className="h-11 rounded-sm bg-surface-3 font-medium text-fg-2 text-xs transition-colors hover:text-fg disabled:opacity-45 md:h-8"
        >
          {percent === 100n ? t('Max') : `${percent}%`}
        </button>
      ))}
      <span role="status" className="sr-only">
        {said}
      </span>
    </div>
  )
}

function shareOf(max: Decimal, percent: bigint, decimals: number): Decimal {
  const units = tryParseUnits(max)
  return units === undefined || units < 0n
    ? '0'
    : formatUnits(truncateUnits(scaleUnits(units, percent, 100n, 'down'), decimals))
}
