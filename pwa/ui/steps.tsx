import { Check } from 'lucide-react'
import { t } from '#shared/text/t.ts'
import { classNames } from './class-names.ts'
import { ShortText } from './short-text.tsx'

interface StepsProps {
  names: readonly string[]
  /** Counted from 0. */
  current: number
}

/** The user's progress in a dialog of several steps. */
export function Steps({ names, current }: StepsProps) {
  return (
    <ol className="flex items-center gap-2" aria-label={t('Progress')}>
      {names.map((name, index) => (
        <li
          key={name}
          aria-current={index === current ? 'step' : undefined}
          className="flex min-w-0 flex-1 flex-col gap-1.5"
        >
          <span
            aria-hidden="true"
            className={classNames(
              'h-1 rounded-full transition-colors forced-color-adjust-none',
              index <= current ? 'bg-accent-fill' : 'bg-surface-3',
            )}
          />
          <span
            className={classNames(
              'flex items-center gap-1 truncate text-xs',
              index === current ? 'font-medium text-fg' : 'text-fg-3',
            )}
          >
            {index < current && (
              <Check aria-label={t('Done:')} className="size-3 shrink-0 text-success" />
            )}
            <ShortText>{name}</ShortText>
          </span>
        </li>
      ))}
    </ol>
  )
}
