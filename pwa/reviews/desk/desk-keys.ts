import { useEffect, useEffectEvent } from 'react'
import { isTypedInto } from '#pwa/hooks/key-target.ts'
import { nameText } from '#pwa/reviews/review-view.ts'
import { useLetterKeys } from '#pwa/stores/letter-keys.ts'
import type { ReviewItem } from '#shared/contract/review-desk.ts'
import { msg } from '#shared/text/t.ts'

/** The actions that have a key. */
type DeskAct =
  | 'next'
  | 'previous'
  | 'open'
  | 'back'
  | 'claim'
  | 'approve'
  | 'reject'
  | 'user'
  | 'search'
  | 'help'

export interface Shortcut {
  readonly act: DeskAct
  readonly keys: readonly string[]
  /** What the overview of shortcuts says. */
  readonly label: string
}

export const SHORTCUTS: readonly Shortcut[] = [
  { act: 'next', keys: ['j', 'ArrowDown'], label: msg('Next in the list') },
  { act: 'previous', keys: ['k', 'ArrowUp'], label: msg('Previous in the list') },
  { act: 'open', keys: ['Enter'], label: msg('Open') },
  { act: 'claim', keys: ['c'], label: msg('Claim, give up or take over') },
  { act: 'approve', keys: ['a'], label: msg('Approve') },
  { act: 'reject', keys: ['r'], label: msg('Reject') },
  { act: 'user', keys: ['u'], label: msg('Open the user') },
  { act: 'search', keys: ['f'], label: msg('Search in the list') },
  { act: 'back', keys: ['Escape'], label: msg('Back to the list') },
  { act: 'help', keys: ['?'], label: msg('These shortcuts') },
]

/** Where the focus is when a key is pressed. */
export type FocusPlace =
  /** A row of the list, or nothing at all. */
  | 'list'
  /** A text field or a choice, where keys are input. */
  | 'field'
  /** A link or a button, which Enter presses; arrows scroll, or choose among radio buttons. */
  | 'control'

interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** The action of a key press; undefined if the key belongs to the focused element, or is off. */
export function actOfKey(
  press: KeyPress,
  place: FocusPlace,
  areLettersOn: boolean,
): DeskAct | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined
  const isLetter = press.key.length === 1
  if (isLetter && !areLettersOn) return undefined
  const key = isLetter ? press.key.toLowerCase() : press.key
  const act = SHORTCUTS.find(({ keys }) => keys.includes(key))?.act
  if (act === 'back') return act
  if (place === 'field') return undefined
  const isItsOwn = key === 'Enter' || key.startsWith('Arrow')
  return isItsOwn && place === 'control' ? undefined : act
}

/** The next or previous case, within the list; the first one if there is no current case. */
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
 * The case that opens once one is decided: the next one that still waits, else the nearest before it.
 *
 * @param before the list that contained the decided case
 * @param now the current list, which may still contain it
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

/**
 * The cases of a list that this reviewer may still decide: not those that wait for a second person.
 */
export function decidableBy(
  items: readonly Pick<ReviewItem, 'kind' | 'id' | 'awaits_second' | 'decided_by'>[],
  me: string | undefined,
): string[] {
  return items.filter((item) => !item.awaits_second || item.decided_by !== me).map(nameText)
}

/** Handles some of the desk's keys while no dialog is open. */
export function useDeskKeys(acts: Partial<Readonly<Record<DeskAct, () => void>>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return
    const act = actOfKey(event, placeOf(event.target), useLetterKeys.getState().areOn)
    const run = act && acts[act]
    if (!run) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

function placeOf(target: EventTarget | null): FocusPlace {
  if (!(target instanceof Element)) return 'list'
  if (isTypedInto(target)) return 'field'
  if (target.closest('[data-desk-row]')) return 'list'
  return target.closest('a, button, input, [data-desk-case]') ? 'control' : 'list'
}
