/** What a key does at the desk. */
export type DeskAct =
  | 'next'
  | 'previous'
  | 'open'
  | 'back'
  | 'claim'
  | 'approve'
  | 'reject'
  | 'search'
  | 'help'

export interface Shortcut {
  readonly act: DeskAct
  readonly keys: readonly string[]
  /** What the overview of shortcuts says. */
  readonly label: string
}

export const SHORTCUTS: readonly Shortcut[] = [
  { act: 'next', keys: ['j', 'ArrowDown'], label: 'Next in the list' },
  { act: 'previous', keys: ['k', 'ArrowUp'], label: 'Previous in the list' },
  { act: 'open', keys: ['Enter'], label: 'Open' },
  { act: 'claim', keys: ['c'], label: 'Claim, release or take over' },
  { act: 'approve', keys: ['a'], label: 'Approve' },
  { act: 'reject', keys: ['r'], label: 'Reject' },
  { act: 'search', keys: ['/'], label: 'Search' },
  { act: 'back', keys: ['Escape'], label: 'Back to the list' },
  { act: 'help', keys: ['?'], label: 'These shortcuts' },
]

/** Where the focus is when a key is pressed. */
export type FocusPlace =
  /** A row of the list, or nothing at all. */
  | 'list'
  /** Something is typed or chosen: keys are letters there. */
  | 'field'
  /** A link or a button, which Enter presses; arrows scroll, or choose among radio buttons. */
  | 'control'

interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** What a key press does, or nothing where it belongs to what has the focus. */
export function actOfKey(press: KeyPress, place: FocusPlace): DeskAct | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key
  const act = SHORTCUTS.find(({ keys }) => keys.includes(key))?.act
  if (act === 'back') return act
  if (place === 'field') return undefined
  const isItsOwn = key === 'Enter' || key.startsWith('Arrow')
  return isItsOwn && place === 'control' ? undefined : act
}

/** The case that a step leads to; from nowhere to the first one, and never past either end. */
export function stepped(
  ids: readonly string[],
  from: string | undefined,
  step: 'next' | 'previous',
): string | undefined {
  const at = from === undefined ? -1 : ids.indexOf(from)
  if (at === -1) return ids[0]
  const to = step === 'next' ? at + 1 : at - 1
  return ids[Math.min(Math.max(to, 0), ids.length - 1)]
}

/**
 * The case that opens once one is decided: the nearest that stood behind it and still waits, else the
 * nearest before it.
 *
 * @param before the list while the decided one was in it
 * @param now the list as it is, with or without the decided one
 */
export function afterDecision(
  before: readonly string[],
  now: readonly string[],
  decided: string,
): string | undefined {
  const waits = (id: string) => id !== decided && now.includes(id)
  const at = before.indexOf(decided)
  if (at === -1) return now.find(waits)
  return before.slice(at + 1).find(waits) ?? before.slice(0, at).findLast(waits) ?? now.find(waits)
}
