import { useId } from 'react'
import { classNames } from './class-names.ts'

interface Option<Value extends string> {
  value: Value
  label: string
  /** Before the label, only visual. */
  sign?: string
  /** Buy and sell carry their colour when chosen. */
  tone?: 'up' | 'down'
}

interface SegmentedControlProps<Value extends string> {
  label: string
  options: readonly Option<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  className?: string
}

/** A choice of two to four: radio buttons, so that arrows and screen readers just work. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, options, value, onValueChange, className } = props
  const name = useId()
  return (
    <fieldset className={classNames('min-w-0', className)}>
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap gap-1 rounded-md bg-surface-2 p-1">
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              'grid min-h-10 flex-1 cursor-pointer place-items-center whitespace-nowrap rounded-sm px-3 font-semibold text-fg-2 text-sm transition-colors hover:text-fg has-focus-visible:outline-2 has-focus-visible:outline-info',
              CHOSEN[option.tone ?? 'plain'],
            )}
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={option.value === value}
              onChange={() => onValueChange(option.value)}
            />
            <span>
              {option.sign && <span aria-hidden="true">{option.sign} </span>}
              {option.label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const CHOSEN = {
  plain: 'has-checked:bg-surface-3 has-checked:text-fg',
  up: 'has-checked:bg-up has-checked:text-on-up has-checked:hover:text-on-up',
  down: 'has-checked:bg-down has-checked:text-on-down has-checked:hover:text-on-down',
}
