import { Content, List, Root, Trigger } from 'radix-ui/tabs'
import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import { showInStrip } from './show-in-strip.ts'

interface Tab {
  value: string
  label: string
  /** Shown behind the label: how many wait there. */
  count?: number | undefined
  content: ReactNode
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  value: string
  onValueChange: (value: string) => void
  className?: string
}

export function Tabs({ label, tabs, value, onValueChange, className }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  // A count that comes later moves the tabs behind it.
  const widths = tabs.map(({ count = 0 }) => count).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: again whenever another is chosen or they move
  useEffect(() => showInStrip(list.current?.querySelector('[data-state=active]')), [value, widths])
  return (
    <Root value={value} onValueChange={onValueChange} className={classNames('min-w-0', className)}>
      <List ref={list} aria-label={label} data-strip="" className={LIST}>
        {tabs.map((tab) => (
          <Trigger key={tab.value} value={tab.value} className={TRIGGER}>
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && (
              <span className="num rounded-full bg-surface-3 px-1.5 text-fg-2 text-xs">
                {tab.count}
              </span>
            )}
          </Trigger>
        ))}
      </List>
      {tabs.map((tab) => (
        <Content key={tab.value} value={tab.value} className="pt-3">
          {tab.content}
        </Content>
      ))}
    </Root>
  )
}

// As wide as its page, but for the room that the ring of the focus needs at both ends.
const LIST =
  'no-scrollbar -mx-2 flex gap-5 overflow-x-auto bg-[linear-gradient(var(--line),var(--line))] bg-[length:100%_1px] bg-bottom bg-no-repeat bg-origin-content bg-clip-content px-2'

const TRIGGER =
  'relative -mx-2 flex h-11 shrink-0 items-center gap-2 whitespace-nowrap rounded-sm px-2 font-medium text-fg-3 text-sm transition-colors hover:text-fg focus-visible:outline-offset-[-2px] after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 data-[state=active]:text-fg data-[state=active]:after:bg-accent'
