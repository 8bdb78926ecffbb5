import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { classNames } from './class-names.ts'
import { showInStrip } from './show-in-strip.ts'

interface Tab {
  value: string
  label: string
  /** Shown behind the label: how many wait there. */
  count?: number | undefined
  /** There are more than were counted. */
  hasMore?: boolean
  content: ReactNode
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  value: string
  onValueChange: (value: string) => void
  className?: string
}

/** Tabs as the ARIA Authoring Practices describe them: the arrow keys choose, Tab leaves the list. */
export function Tabs({ label, tabs, value, onValueChange, className }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const chosen = Math.max(
    tabs.findIndex((tab) => tab.value === value),
    0,
  )
  // The owner may keep the value in the address, which changes a moment after the key: the next key
  // must find the tab that has the focus.
  const [focused, setFocused] = useState<number>()
  const current = focused ?? chosen
  // A count that comes later moves the tabs behind it.
  const widths = tabs.map(({ count = 0 }) => count).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when another is chosen or they move
  useEffect(() => showInStrip(list.current?.children[chosen]), [chosen, widths])

  function chooseByKey(event: KeyboardEvent<HTMLElement>) {
    const isFromRight = getComputedStyle(event.currentTarget).direction === 'rtl'
    const place = placeByKey(event.key, current, tabs.length, isFromRight)
    const tab = list.current?.children[place ?? -1]
    if (place === undefined || !(tab instanceof HTMLElement)) return
    event.preventDefault()
    tab.focus()
    onValueChange(tabs[place]?.value ?? value)
  }

  return (
    <div className={classNames('min-w-0', className)}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        data-strip=""
        className={LIST}
        onKeyDown={chooseByKey}
      >
        {tabs.map((tab, place) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-tab-${place}`}
            aria-selected={place === chosen}
            aria-controls={place === chosen ? `${id}-panel` : undefined}
            tabIndex={place === current ? 0 : -1}
            onFocus={() => setFocused(place)}
            onBlur={() => setFocused(undefined)}
            onClick={() => onValueChange(tab.value)}
            className={TAB}
          >
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && (
              <span className="num rounded-full bg-surface-3 px-1.5 text-fg-2 text-xs">
                {tab.hasMore ? `${tab.count}+` : tab.count}
              </span>
            )}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${chosen}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: Tab goes from the list to its panel
        tabIndex={0}
        className="pt-3"
      >
        {/* The panel itself stays: it may have the focus already when the chosen tab changes. */}
        <Fragment key={tabs[chosen]?.value}>{tabs[chosen]?.content}</Fragment>
      </div>
    </div>
  )
}

/** The tab that a key leads to; the arrow keys move as the tabs are drawn. */
export function placeByKey(
  key: string,
  chosen: number,
  count: number,
  isFromRight: boolean,
): number | undefined {
  const [next, previous] = isFromRight ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  if (key === next) return (chosen + 1) % count
  if (key === previous) return (chosen + count - 1) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}

// As wide as its page, with room for the focus ring at both ends.
const LIST =
  'no-scrollbar -mx-2 flex gap-5 overflow-x-auto bg-[linear-gradient(var(--line),var(--line))] bg-[length:100%_1px] bg-bottom bg-no-repeat bg-origin-content bg-clip-content px-2'

const TAB =
  'relative -mx-2 flex h-11 shrink-0 items-center gap-2 whitespace-nowrap rounded-sm px-2 font-medium text-fg-3 text-sm transition-colors hover:text-fg after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 aria-selected:text-fg aria-selected:after:bg-accent'
