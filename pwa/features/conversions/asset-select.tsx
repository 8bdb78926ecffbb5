import { Select } from '#pwa/ui/select.tsx'
import { CONVERTIBLE_SYMBOLS } from '#shared/rules/conversions.ts'

interface AssetSelectProps {
  value: string
  onValueChange: (symbol: string) => void
  /** What the person holds, listed first. */
  held: readonly string[]
}

export function AssetSelect({ value, onValueChange, held }: AssetSelectProps) {
  const others = CONVERTIBLE_SYMBOLS.filter((symbol) => !held.includes(symbol))
  return (
    <Select value={value} onChange={(event) => onValueChange(event.target.value)}>
      {held.length > 0 && (
        <optgroup label="You hold">
          {held.map((symbol) => (
            <option key={symbol}>{symbol}</option>
          ))}
        </optgroup>
      )}
      <optgroup label="All assets">
        {others.map((symbol) => (
          <option key={symbol}>{symbol}</option>
        ))}
      </optgroup>
    </Select>
  )
}
