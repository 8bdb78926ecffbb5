import { ChevronRight, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import { classNames } from '#pwa/ui/class-names.ts'

interface MenuRowProps {
  label: string
  icon: LucideIcon
  /** Where it leads; without it, `onOpen` says what happens. */
  to?: string
  tone?: 'down'
  /** Stands at the end of the line: how things are. */
  note?: string | undefined
  busy?: boolean
  onOpen?: () => void
}

/** One line of the account's list. */
export function MenuRow({ label, icon: Icon, to, tone, note, busy, onOpen }: MenuRowProps) {
  const content = (
    <>
      <Icon aria-hidden="true" className={classNames('size-5 shrink-0', !tone && 'text-fg-3')} />
      <span className="min-w-0 flex-1 truncate text-left">{label}</span>
      {note && <span className="text-fg-3 text-xs">{note}</span>}
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-fg-3" />
    </>
  )
  const look = classNames(ROW, tone === 'down' ? 'text-down' : 'text-fg')
  return (
    <li className="border-line border-b last:border-b-0">
      {to === undefined ? (
        <button type="button" className={look} aria-busy={busy || undefined} onClick={onOpen}>
          {content}
        </button>
      ) : (
        <Link to={to} className={look}>
          {content}
        </Link>
      )}
    </li>
  )
}

const ROW =
  'flex min-h-13 w-full items-center gap-3 px-4 font-medium text-sm transition-colors hover:bg-surface-2 focus-visible:outline-offset-[-2px]'
