import { Search } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { isTypedInto } from '#pwa/hooks/key-target.ts'
import { t } from '#shared/text/t.ts'
import type { StaffPage } from './found-items.tsx'
import { StaffSearchDialog } from './staff-search-dialog.tsx'

/** The field in the frame of the back office: a press, `/` or Ctrl-K opens the search. */
export function StaffSearch({ pages }: { pages: readonly StaffPage[] }) {
  const [isOpen, setOpen] = useState(false)
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
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={() => setOpen(true)}
        className="flex h-11 min-w-11 shrink-0 items-center justify-center gap-3 rounded-md border border-control bg-surface-2 text-fg-3 text-sm hover:border-fg-3 hover:text-fg-2 xl:w-full xl:justify-start xl:px-3"
      >
        <Search aria-hidden="true" className="size-4" />
        <span aria-hidden="true" className="flex flex-1 justify-between gap-3 max-xl:hidden">
          <span>{t('Search')}</span>
          <span className="rounded-sm border border-line px-1.5 text-xs">/</span>
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
  return event.key === '/' && !isTypedInto(event.target) && !document.querySelector('dialog[open]')
}
