import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import { classNames } from '#pwa/ui/class-names.ts'
import { t } from '#shared/text/t.ts'

const TONES = {
  info: {
    list: 'divide-info/20 border-info/30 bg-info/8',
    link: 'hover:bg-info/12',
    icon: 'text-info',
  },
  danger: {
    list: 'divide-danger/20 border-danger/30 bg-danger/8',
    link: 'hover:bg-danger/12',
    icon: 'text-danger',
  },
} as const

interface NoticeLinksProps {
  tone: keyof typeof TONES
  icon: LucideIcon
  links: readonly {
    readonly to: string
    readonly text: string
    readonly onFollow?: () => void
  }[]
}

/** News of several places, each of which opens where it says more. */
export function NoticeLinks({ tone, icon: Icon, links }: NoticeLinksProps) {
  if (links.length === 0) return null
  const { list, link, icon } = TONES[tone]
  return (
    <ul className={classNames('divide-y rounded-md border text-fg text-sm', list)}>
      {links.map(({ to, text, onFollow }) => (
        <li key={to}>
          <Link
            to={to}
            onClick={onFollow}
            className={classNames('flex min-h-11 items-center gap-2.5 px-3 py-2', link)}
          >
            <Icon aria-hidden="true" className={classNames('size-4 shrink-0', icon)} />
            <span className="min-w-0 flex-1">{text}</span>
            <span className="text-info">{t('View')}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
