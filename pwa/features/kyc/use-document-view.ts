import { useEffect, useReducer } from 'react'
import { actOfKey, afterAct, beginWith, type ShownDocuments } from './document-view.ts'

/** What the viewer shows and how, moved by its buttons and by keys. */
export function useDocumentView(first: ShownDocuments) {
  const [view, act] = useReducer(afterAct, first, beginWith)
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const { target } = event
      if (target instanceof Element && !areKeysFor(target)) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const asked = actOfKey(event.key)
      if (!asked) return
      event.preventDefault()
      act(asked)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return { view, act }
}

/** Not while the user types, and not while another dialog covers the images. */
function areKeysFor(target: Element): boolean {
  if (target.closest('input, textarea, select')) return false
  const dialog = target.closest('[role="dialog"], dialog')
  return dialog === null || dialog.querySelector('[data-documents]') !== null
}
