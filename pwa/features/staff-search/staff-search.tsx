import { Search } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { isTypedInto } from '#pwa/hooks/key-target.ts'
import { useLetterKeys } from '#pwa/stores/letter-keys.ts'
import { t } from '#shared/text/t.ts'
import type { StaffPage } from './found-items.tsx'
import { StaffSearchDialog } from './staff-search-dialog.tsx'

const KEYS = ['/', 'Control+K', 'Meta+K']

/** The field in the frame of the back office: a press, `/` or Ctrl-K opens the search. */
export function StaffSearch({ pages }: { pages: readonly StaffPage[] }) {
  const [isOpen, setOpen] = useState(false)
  const { areOn } = useLetterKeys()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isOpen || !opensSearch(event)) return
    event.preventDefault()
    setOpen(true)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-label={t('Search users, cases, addresses and events')}
        aria-keyshortcuts={KEYS.slice(areOn ? 0 : 1).join(' ')}
        onClick={() => setOpen(true)}
        className="flex h-11 min-w-11 shrink-0 items-center justify-center gap-3 rounded-md border border-control bg-surface-2 text-fg-3 text-sm hover:border-fg-3 hover:text-fg-2 xl:w-full xl:justify-start xl:px-3"
      >
        <Search aria-hidden="true" className="size-4" />
        <span aria-hidden="true" className="flex flex-1 justify-between gap-3 max-xl:hidden">
          <span>{t('Search')}</span>
          {areOn && <span className="rounded-sm border border-line px-1.5 text-xs">/</span>}
        </span>
      </button>
      {isOpen && (
        <Suspense>
          <StaffSearchDialog pages={pages} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** `/` belongs to a text field and to an open dialog; Ctrl-K opens the search above either. */
function opensSearch(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey) return false
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'k'
  if (event.key !== '/' || !useLetterKeys.getState().areOn) return false
  return !isTypedInto(event.target) && !document.querySelector('dialog[open]')
}
