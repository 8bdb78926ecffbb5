import { useId } from 'react'
import { FUTURES_TERMS, type FuturesTerm } from '#shared/rules/futures.ts'
import { durationLabel } from './futures-draft.ts'

interface NodePickerProps {
  value: FuturesTerm
  onChange: (term: FuturesTerm) => void
}

/** How long the trade runs, each with what it pays: radio buttons in a grid. */
export function NodePicker({ value, onChange }: NodePickerProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-fg-2 text-sm">Node</legend>
      <div className="grid grid-cols-4 gap-2">
        {FUTURES_TERMS.map((term) => (
          <label key={term.durationSeconds} className={TILE}>
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={term.durationSeconds === value.durationSeconds}
              onChange={() => onChange(term)}
            />
            <span className="num font-semibold text-fg text-sm">
              {durationLabel(term.durationSeconds)}
            </span>
            <span className="num text-accent text-xs">{term.profitRatio}%</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const TILE =
  'flex min-h-13 cursor-pointer flex-col items-center justify-center rounded-md border border-line bg-surface-2 transition-colors hover:border-fg-3 has-checked:border-accent has-checked:bg-accent/10 has-focus-visible:outline-2 has-focus-visible:outline-info last:col-span-2'
