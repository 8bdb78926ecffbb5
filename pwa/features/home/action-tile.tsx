import type { LucideIcon } from 'lucide-react'
import { classNames } from '#pwa/ui/class-names.ts'

interface ActionTileProps {
  label: string
  icon: LucideIcon
  /** The act that most people come for. */
  first?: boolean
  /** How many things wait to be read there. */
  count?: number
  onOpen: () => void
}

/** A round button with its name beneath. */
export function ActionTile({
  label,
  icon: Icon,
  first = false,
  count = 0,
  onOpen,
}: ActionTileProps) {
  return (
    <button
      type="button"
      aria-label={count > 0 ? `${label}, ${count} new` : undefined}
      className={TILE}
      onClick={onOpen}
    >
      <span className={classNames(ICON, first ? FIRST : OTHER)}>
        <Icon aria-hidden="true" className="size-5" />
        {count > 0 && (
          <span className="num -top-1 -right-1 absolute grid h-5 min-w-5 place-items-center rounded-full border-2 border-surface bg-down px-1 font-semibold text-[0.6875rem] text-on-down leading-none">
            {count}
          </span>
        )}
      </span>
      {label}
    </button>
  )
}

export const TILE =
  'flex min-w-0 flex-col items-center gap-2 rounded-md py-1 text-center font-medium text-fg-2 text-xs transition-colors hover:text-fg md:min-w-24 md:text-sm'

export const ICON = 'relative grid size-12 place-items-center rounded-full'
const FIRST = 'bg-accent-fill text-on-accent'
export const OTHER = 'bg-surface-3 text-accent'
