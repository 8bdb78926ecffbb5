import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { t } from '#shared/text/t.ts'
import { classNames } from './class-names.ts'
import { ShortText } from './short-text.tsx'

interface StepsProps {
  names: readonly string[]
  /** Counted from 0. */
  current: number
}

/** The user's progress in a dialog of several steps. A new step takes the focus, which reads it out. */
export function Steps({ names, current }: StepsProps) {
  const list = useRef<HTMLOListElement>(null)
  const shown = useRef(current)
  useEffect(() => {
    if (shown.current === current) return
    shown.current = current
    const step = list.current?.children[current]
    if (step instanceof HTMLElement) step.focus()
  }, [current])
  return (
    <ol ref={list} className="flex items-center gap-2" aria-label={t('Progress')}>
      {names.map((name, index) => (
        <li
          key={name}
          aria-current={index === current ? 'step' : undefined}
          tabIndex={-1}
          className="flex min-w-0 flex-1 flex-col gap-1.5 outline-none"
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
