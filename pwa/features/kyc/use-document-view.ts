import { useEffect, useReducer } from 'react'
import { actOfKey, afterAct, beginWith, type ShownDocuments } from './document-view.ts'

/** What the viewer shows and how, moved by its buttons and by keys. */
export function useDocumentView(first: ShownDocuments, hasKeys: boolean) {
  const [view, act] = useReducer(afterAct, first, beginWith)
  useEffect(() => {
    if (!hasKeys) return
    function press(event: KeyboardEvent) {
      const { target } = event
      const isWriting = target instanceof Element && target.closest('input, textarea, select')
      if (isWriting || event.ctrlKey || event.metaKey || event.altKey) return
      const asked = actOfKey(event.key)
      if (!asked) return
      event.preventDefault()
      act(asked)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [hasKeys])
  return { view, act }
}
