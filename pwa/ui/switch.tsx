import type { ReactNode } from 'react'

interface SwitchProps {
  label: string
  hint?: ReactNode
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean | undefined
}

/** A setting that takes effect at once. */
export function Switch({ label, hint, checked, onCheckedChange, disabled }: SwitchProps) {
  return (
    <label className="flex min-h-14 cursor-pointer items-center justify-between gap-4 has-disabled:opacity-45">
      <span className="flex flex-col">
        <span className="text-fg text-sm">{label}</span>
        {hint && <span className="text-fg-3 text-xs">{hint}</span>}
      </span>
      <span className="relative inline-flex shrink-0">
        <input
          type="checkbox"
          role="switch"
          checked={checked}
          aria-checked={checked}
          disabled={disabled}
          onChange={(event) => onCheckedChange(event.target.checked)}
          className="peer forced-color-adjust-none h-7 w-12 appearance-none rounded-full border border-control bg-surface-3 transition-colors checked:border-accent-fill checked:bg-accent-fill"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1 start-1 size-5 rounded-full bg-fg-2 forced-color-adjust-none transition-transform peer-checked:translate-x-5 rtl:peer-checked:-translate-x-5 peer-checked:bg-on-accent"
        />
      </span>
    </label>
  )
}
