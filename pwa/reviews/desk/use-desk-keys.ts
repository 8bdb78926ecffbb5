import { useEffect, useRef } from 'react'
import { actOfKey, type DeskAct, type FocusPlace } from './desk-keys.ts'

/** Listens for some of the desk's keys while no dialog lies above it. */
export function useDeskKeys(acts: Partial<Readonly<Record<DeskAct, () => void>>>): void {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  }, [acts])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return
      const act = actOfKey(event, placeOf(event.target))
      const run = act && latest.current[act]
      if (!run) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

const TYPED_INTO = 'input:not([type="radio"], [type="checkbox"]), textarea, select'

function placeOf(target: EventTarget | null): FocusPlace {
  if (!(target instanceof Element)) return 'list'
  if (target.closest(TYPED_INTO)) return 'field'
  if (target.closest('[data-desk-row]')) return 'list'
  return target.closest('a, button, input, [data-desk-case]') ? 'control' : 'list'
}
