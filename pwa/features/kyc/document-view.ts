import { useEffect, useReducer } from 'react'
import { useLetterKeys } from '#pwa/stores/letter-keys.ts'
import type { KycRequest } from '#shared/contract/kyc.ts'
import { msg } from '#shared/text/t.ts'

/** The images of a verification, in the order in which they are looked at. */
export const KYC_DOCUMENTS = [
  { name: 'front', label: msg('Front ID'), url: 'front_id_url' },
  { name: 'back', label: msg('Back ID'), url: 'back_id_url' },
  { name: 'selfie', label: msg('Selfie'), url: 'selfie_with_id_url' },
] as const satisfies readonly { name: string; label: string; url: keyof KycRequest }[]

export type DocumentName = (typeof KYC_DOCUMENTS)[number]['name']
export type ShownDocuments = DocumentName | 'all'

export interface DocumentView {
  readonly shown: ShownDocuments
  /** 1: fitted into its place. */
  readonly zoom: number
  /** Quarter turns to the right, of each image. */
  readonly turns: Readonly<Record<DocumentName, number>>
}

export const ZOOM_MAX = 5
const ZOOM_STEP = 0.5

export type ViewAct =
  | { readonly type: 'show'; readonly shown: ShownDocuments }
  | { readonly type: 'zoom'; readonly by: 1 | -1 }
  | { readonly type: 'turn'; readonly by: 1 | -1 }
  | { readonly type: 'fit' }

const STRAIGHT = { front: 0, back: 0, selfie: 0 } as const

function beginWith(shown: ShownDocuments): DocumentView {
  return { shown, zoom: 1, turns: STRAIGHT }
}

/** The view after an action; turning rotates the shown image. */
function afterAct(view: DocumentView, act: ViewAct): DocumentView {
  switch (act.type) {
    case 'show':
      return { ...view, shown: act.shown, zoom: 1 }
    case 'zoom': {
      const zoom = view.zoom + act.by * ZOOM_STEP
      return { ...view, zoom: Math.min(ZOOM_MAX, Math.max(1, zoom)) }
    }
    case 'turn': {
      const turned = KYC_DOCUMENTS.filter(({ name }) => isShown(view, name)).map(
        ({ name }) => [name, (view.turns[name] + act.by + 4) % 4] as const,
      )
      return { ...view, turns: { ...view.turns, ...Object.fromEntries(turned) } }
    }
    case 'fit':
      return beginWith(view.shown)
  }
}

export function isShown({ shown }: Pick<DocumentView, 'shown'>, name: DocumentName): boolean {
  return shown === 'all' || shown === name
}

const KEYS: Readonly<Record<string, ViewAct>> = {
  1: { type: 'show', shown: 'front' },
  2: { type: 'show', shown: 'back' },
  3: { type: 'show', shown: 'selfie' },
  4: { type: 'show', shown: 'all' },
  '+': { type: 'zoom', by: 1 },
  '=': { type: 'zoom', by: 1 },
  '-': { type: 'zoom', by: -1 },
  r: { type: 'turn', by: 1 },
  R: { type: 'turn', by: -1 },
  0: { type: 'fit' },
}

/** What a key does while no text field has the focus. */
function actOfKey(key: string): ViewAct | undefined {
  return KEYS[key]
}

/** What the viewer shows and how, moved by its buttons and by keys. */
export function useDocumentView(first: ShownDocuments) {
  const [view, act] = useReducer(afterAct, first, beginWith)
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const { target } = event
      if (target instanceof Element && !areKeysFor(target)) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (!useLetterKeys.getState().areOn) return
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
