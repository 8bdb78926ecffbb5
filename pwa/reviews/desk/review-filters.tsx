import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useState } from 'react'
import { useReviewViews } from '#pwa/reviews/use-review-views.ts'
import { Button } from '#pwa/ui/button.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { Field, Select } from '#pwa/ui/field.tsx'
import { SearchField } from '#pwa/ui/search-field.tsx'
import { ASSETS } from '#shared/assets.ts'
import { chosenCount, type DeskFilter } from './desk-address.ts'

interface ReviewFiltersProps {
  filter: DeskFilter
  counts: Readonly<Record<string, number>> | undefined
  typed: string
  searchRef: RefObject<HTMLInputElement | null>
  onTyped: (text: string) => void
  /** undefined removes a choice. */
  onChoose: (name: keyof DeskFilter, value: string | undefined) => void
}

/** Search, kinds with their counts, and the rest behind a button. */
export function ReviewFilters(props: ReviewFiltersProps) {
  const { filter, counts, typed, searchRef, onTyped, onChoose } = props
  const [isUnfolded, setUnfolded] = useState(chosenCount(filter) > 0)
  const foldId = useId()
  const count = chosenCount(filter)
  return (
    <div className="flex flex-col gap-2 border-line border-b p-3">
      <div className="flex gap-2">
        <SearchField
          ref={searchRef}
          label="Search users"
          placeholder="Name, email or ID"
          className="flex-1"
          value={typed}
          onChange={onTyped}
        />
        <Button
          className="h-12"
          variant="outline"
          icon={<SlidersHorizontal className="size-4" />}
          aria-expanded={isUnfolded}
          aria-controls={foldId}
          aria-label={count === 0 ? 'Filters' : `Filters, ${count} set`}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {count > 0 && <span className="num">{count}</span>}
        </Button>
      </div>
      <KindChoice counts={counts} value={filter.kind} onChoose={(kind) => onChoose('kind', kind)} />
      <div id={foldId} hidden={!isUnfolded} className="grid grid-cols-2 gap-2">
        <Choice label="Claimed" value={filter.claim} onChoose={(value) => onChoose('claim', value)}>
          <option value="">By anybody</option>
          <option value="mine">By me</option>
          <option value="others">By others</option>
          <option value="nobody">Not claimed</option>
        </Choice>
        <Choice
          label="Waiting"
          value={filter.hours?.toString()}
          onChoose={(value) => onChoose('hours', value)}
        >
          <option value="">Any time</option>
          <option value="1">Over 1 hour</option>
          <option value="24">Over 1 day</option>
          <option value="72">Over 3 days</option>
        </Choice>
        <Choice label="Asset" value={filter.asset} onChoose={(value) => onChoose('asset', value)}>
          <option value="">Any asset</option>
          {ASSETS.map(({ symbol }) => (
            <option key={symbol}>{symbol}</option>
          ))}
        </Choice>
        <Choice
          label="Approvals"
          value={filter.approvals}
          onChoose={(value) => onChoose('approvals', value)}
        >
          <option value="">Any</option>
          <option value="none">None yet</option>
          <option value="one">Second missing</option>
        </Choice>
        <Choice
          label="Limit orders"
          value={filter.reached}
          onChoose={(value) => onChoose('reached', value)}
        >
          <option value="">All requests</option>
          <option value="true">Limit reached</option>
        </Choice>
        <Choice
          label="Order"
          value={filter.order === 'oldest' ? undefined : filter.order}
          onChoose={(value) => onChoose('order', value)}
        >
          <option value="">Oldest first</option>
          <option value="newest">Newest first</option>
        </Choice>
      </div>
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string | undefined
  onChoose: (value: string | undefined) => void
  children: ReactNode
}

function Choice({ label, value = '', onChoose, children }: ChoiceProps) {
  return (
    <Field label={label}>
      <Select value={value} onChange={(event) => onChoose(event.target.value || undefined)}>
        {children}
      </Select>
    </Field>
  )
}

interface KindChoiceProps {
  counts: ReviewFiltersProps['counts']
  value: string | undefined
  onChoose: (kind: string | undefined) => void
}

/** Radio buttons that look like chips. One line that scrolls, so that counts move nothing below. */
function KindChoice({ counts, value, onChoose }: KindChoiceProps) {
  const name = useId()
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  // A kind without waiting requests is hidden unless it is chosen.
  const views = useReviewViews().filter(({ kind }) => kind === value || counts?.[kind] !== 0)
  const choices = [
    { kind: undefined, label: 'All', count: total },
    ...views.map(({ kind, plural }) => ({ kind, label: plural, count: counts?.[kind] })),
  ]
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Kind</legend>
      <div className="max-md:no-scrollbar -mx-3 flex gap-1.5 overflow-x-auto px-3 py-0.5 [scrollbar-width:thin] md:pb-2">
        {choices.map(({ kind, label, count }) => (
          <label
            key={label}
            className={classNames(
              'relative flex h-11 shrink-0 cursor-pointer items-center gap-1.5 rounded-full border px-3 font-medium text-sm transition-colors has-focus-visible:outline-2 has-focus-visible:outline-info md:h-8',
              kind === value
                ? 'border-accent/50 bg-accent/10 text-accent'
                : 'border-line text-fg-2 hover:text-fg',
            )}
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={kind === value}
              onChange={() => onChoose(kind)}
            />
            {label}
            {count !== undefined && <span className="num text-xs">{count}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
