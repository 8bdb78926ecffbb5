import { SearchX } from 'lucide-react'
import { type KeyboardEvent, Suspense, useEffect, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { COMES_BACK } from '#pwa/components/user-link.tsx'
import { useWaitingWork } from '#pwa/reviews/waiting/use-waiting-work.ts'
import { classNames } from '#pwa/ui/class-names.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Field, TextInput } from '#pwa/ui/field.tsx'
import { isForInputMethod } from '#pwa/ui/input-method.ts'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#pwa/ui/states.tsx'
import { t } from '#shared/text/t.ts'
import {
  type FoundGroup,
  type FoundItem,
  groupsOf,
  pagesNamed,
  type StaffPage,
} from './found-items.tsx'
import { useStaffSearch } from './use-staff-search.ts'

interface StaffSearchDialogProps {
  pages: readonly StaffPage[]
  onClose: () => void
}

/** Finds users, cases, addresses and events. The arrow keys choose and Enter opens. */
export function StaffSearchDialog({ pages, onClose }: StaffSearchDialogProps) {
  const [typed, setTyped] = useState('')
  const search = useStaffSearch(typed)
  const waiting = useWaitingWork() ?? []
  const named = pagesNamed(typed, [...pages, ...waiting])
  const groups = [...named, ...(search.found ? groupsOf(search.found) : [])]
  const items = groups.flatMap((group) => group.items)
  const [chosen, setChosen] = useState(0)
  const place = Math.min(chosen, items.length - 1)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const open = useOpen(items, search.isCurrent || named.length > 0, onClose)
  useEffect(() => input.current?.focus(), [])

  function chooseByKey(event: KeyboardEvent) {
    if (isForInputMethod(event)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && items.length > 0) {
      event.preventDefault()
      setChosen((place + step + items.length) % items.length)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      open(items[place])
    }
  }

  return (
    <Dialog onClose={onClose} title={t('Search')}>
      <div className="flex min-h-80 flex-col gap-3 pt-1 md:min-h-96">
        <Field label={t('Search users, cases, addresses and events')} labelHidden>
          <TextInput
            ref={input}
            type="search"
            role="combobox"
            aria-expanded={items.length > 0}
            aria-controls={`${id}-found`}
            aria-activedescendant={items[place] && `${id}-${place}`}
            autoComplete="off"
            spellCheck={false}
            maxLength={160}
            placeholder={t('Name, email, ID or address')}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setChosen(0)
            }}
            onKeyDown={chooseByKey}
          />
        </Field>
        <Suspense fallback={<SkeletonRows count={4} />}>
          <FoundList
            id={id}
            groups={groups}
            place={place}
            isStale={!search.isCurrent}
            onOpen={onClose}
          />
        </Suspense>
        <Otherwise search={search} isEmpty={items.length === 0} />
      </div>
    </Dialog>
  )
}

/**
 * Opens the selected result; if Enter is pressed before the response arrives, opens its first
 * result.
 */
function useOpen(items: readonly FoundItem[], isCurrent: boolean, onClose: () => void) {
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const go = (item: FoundItem) => {
    onClose()
    void navigate(item.to, { state: COMES_BACK })
  }
  const [first] = items
  useEffect(() => {
    if (!isAsked || !isCurrent) return
    setAsked(false)
    if (first) go(first)
  })
  return (item: FoundItem | undefined) => {
    if (!isCurrent) setAsked(true)
    else if (item) go(item)
  }
}

interface FoundListProps {
  id: string
  groups: readonly FoundGroup[]
  place: number
  /** The response for the current text has not arrived yet. */
  isStale: boolean
  onOpen: () => void
}

function FoundList({ id, groups, place, isStale, onOpen }: FoundListProps) {
  const places = new Map(groups.flatMap(({ items }) => items).map((item, at) => [item, at]))
  return (
    <div
      id={`${id}-found`}
      role="listbox"
      aria-label={t('Found')}
      aria-busy={isStale}
      className="flex flex-col gap-3 empty:sr-only"
    >
      {groups.map(({ title, items }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form
        <div key={title} role="group" aria-label={title}>
          <p aria-hidden="true" className="px-2 pb-1 font-medium text-fg-3 text-xs">
            {title}
          </p>
          {items.map((item) => {
            const at = places.get(item) ?? -1
            return (
              <FoundOption
                key={item.key}
                id={`${id}-${at}`}
                item={item}
                isChosen={at === place}
                onOpen={onOpen}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

interface FoundOptionProps {
  id: string
  item: FoundItem
  isChosen: boolean
  onOpen: () => void
}

function FoundOption({ id, item, isChosen, onOpen }: FoundOptionProps) {
  const { to, icon: Icon, text } = item
  const option = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isChosen) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <Link
      ref={option}
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      to={to}
      state={COMES_BACK}
      onClick={onOpen}
      className={classNames(
        'flex min-h-12 items-center gap-3 rounded-md px-2 py-1.5',
        isChosen ? 'bg-surface-3' : 'hover:bg-surface-2',
      )}
    >
      {Icon && <Icon aria-hidden="true" className="size-4 shrink-0 text-fg-3" />}
      {text}
    </Link>
  )
}

interface OtherwiseProps {
  search: ReturnType<typeof useStaffSearch>
  isEmpty: boolean
}

/** What the dialog says where it has nothing to list. */
function Otherwise({ search, isEmpty }: OtherwiseProps) {
  const { isLongEnough, isCurrent, error, refetch } = search
  if (error) {
    return <ErrorState title={t('Search failed')} message={error.message} onRetry={refetch} />
  }
  if (!isLongEnough) {
    return (
      <p className="px-2 text-fg-3 text-sm">
        {t(
          'Find a user by name, email or ID. Find a case or an event by its ID or position, or by the ID of a request. Find a wallet by a part of its address.',
        )}
      </p>
    )
  }
  if (!isEmpty) return null
  if (!isCurrent) return <SkeletonRows count={3} />
  return (
    <div role="status">
      <EmptyState icon={<SearchX className="size-5" />} title={t('Nothing found')}>
        {t(
          'Check the spelling. The first 8 characters of an ID are enough, or any 6 of an address.',
        )}
      </EmptyState>
    </div>
  )
}
