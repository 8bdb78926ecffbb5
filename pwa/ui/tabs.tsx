import { Content, List, Root, Trigger } from 'radix-ui/tabs'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

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
  return (
    <Root value={value} onValueChange={onValueChange} className={classNames('min-w-0', className)}>
      <List
        aria-label={label}
        className="no-scrollbar flex gap-5 overflow-x-auto border-line border-b"
      >
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

const TRIGGER =
  '-mb-px flex h-11 shrink-0 items-center gap-2 whitespace-nowrap border-transparent border-b-2 font-medium text-fg-3 text-sm transition-colors hover:text-fg focus-visible:outline-offset-[-2px] data-[state=active]:border-accent data-[state=active]:text-fg'
